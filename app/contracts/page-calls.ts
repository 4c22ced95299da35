import type { SessionView } from "#app/contracts/api-answers.ts";
import { callApi, CallError, getData } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { CreditsResponse } from "#app/contracts/billing.ts";
import { readCredits, readSession, savePreferences } from "#app/contracts/endpoints/account.ts";
import { readTranscript } from "#app/contracts/endpoints/meetings.ts";
import { noteProof, SESSION_DOUBTED_EVENT } from "#app/contracts/session.ts";
import type { TranscriptAnswer } from "#app/contracts/meeting/transcript-answer.ts";

/**
 * The calls that a page makes by itself. Imported lazily: neither what calls the API nor the schemas of its answers
 * are part of the page's first load.
 */

export function askForSession(options: { signal: AbortSignal; timeoutMs: number }): Promise<CallResult<SessionView>> {
  return callApi(readSession, options);
}

/** Also proves the session, or lets it be asked for at once: pages that follow the credits do not ask for both every ten seconds. */
export async function askForCredits(signal: AbortSignal): Promise<CallResult<CreditsResponse>> {
  const answer = await callApi(readCredits, { signal, unasked: true });
  if (answer.ok) noteProof();
  else if (answer.kind === "signed-out") window.dispatchEvent(new Event(SESSION_DOUBTED_EVENT));
  return answer;
}

export function saveTimeZone(timeZone: string): Promise<CallResult<null>> {
  return callApi(savePreferences, { body: { timeZone } });
}

/** "gone" where the session has ended or the meeting is not there. Throws CallError where there is no transcript for now. */
export async function getTranscript(meetId: string, signal: AbortSignal): Promise<TranscriptAnswer | "gone"> {
  try {
    return await getData(readTranscript, { params: { meetId }, signal });
  } catch (error) {
    const status = error instanceof CallError ? error.failure.status : 0;
    if (status === 401 || status === 404) return "gone";
    throw error;
  }
}

import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { apiError } from "#app/contracts/upload-answers.ts";

/** The calls that correct a meeting, from the page. */

export type CallEnd =
  | { ok: true; value: unknown }
  | { ok: false; status: number; code: string; message: string | null; body: unknown };

/** One call; a network that breaks is status 0. A save is tried a second time then: its id makes that harmless. */
export async function callMeeting(meetId: string, path: string, body?: object): Promise<CallEnd> {
  const end = await once(meetId, path, body);
  return !end.ok && end.status === 0 && body !== undefined ? once(meetId, path, body) : end;
}

async function once(meetId: string, path: string, body: object | undefined): Promise<CallEnd> {
  try {
    const answer = await fetch(`/api/acta/meetings/${meetId}/${path}`, {
      ...(body === undefined
        ? { signal: AbortSignal.timeout(ANSWER_MS_MAX) }
        : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      cache: "no-store",
    });
    const value: unknown = await answer.json();
    if (answer.ok) return { ok: true, value };
    const refusal = apiError.safeParse(value);
    const { code, message } = refusal.success ? refusal.data.error : { code: "internal", message: null };
    return { ok: false, status: answer.status, code, message, body: value };
  } catch {
    return { ok: false, status: 0, code: "network", message: null, body: null };
  }
}

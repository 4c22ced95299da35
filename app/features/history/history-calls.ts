import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { deleteMeeting, listPeople, retryMeeting } from "#app/contracts/endpoints/meetings.ts";
import type { PeopleList } from "#app/contracts/meeting-list.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import type { Removal } from "#app/features/history/pending-deletions.ts";

/** The calls of History. Imported lazily: most visits only read. */

/** A meeting that is not there (any more) is as gone as it was to be. */
export async function removeMeeting(meetId: string): Promise<Removal> {
  const end = await callApi(deleteMeeting, { params: { meetId }, unread: true });
  if (end.ok || end.status === 404) return "gone";
  return end.retryAfterS === null ? "failed" : { againInMs: end.retryAfterS * SECOND_MS };
}

type RetryEnd = "begun" | "not-retryable" | "failed" | "too-many" | "limit-reached" | "signed-out";

/** Asks for the failed step again. */
export async function retryStep(meetId: string): Promise<RetryEnd> {
  const end = await callApi(retryMeeting, { params: { meetId }, unread: true });
  // Another page may have asked already.
  return end.ok || end.code === "retry-begun" ? "begun" : refusalOf(end);
}

function refusalOf({ kind, status }: CallFailure): RetryEnd {
  if (kind === "signed-out") return "signed-out";
  if (kind === "too-many-requests") return "too-many";
  if (status === 409) return "not-retryable";
  return status === 403 ? "limit-reached" : "failed";
}

/** The first page of the people; null where they cannot be read now. */
export async function readPeople(signal: AbortSignal): Promise<PeopleList["people"] | null> {
  const answer = await callApi(listPeople, { signal });
  return answer.ok ? answer.value.people : null;
}

import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { deleteMeeting, listPeople, retryMeeting } from "#app/contracts/endpoints/meetings.ts";
import type { PeopleList } from "#app/contracts/meeting/lists.ts";
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

/** A select of more names than these cannot be read; the search finds everybody (`with:`). */
const PEOPLE_PAGES_MAX = 5;

/** The people after those of `known`, page by page, with them; null where the first page cannot be read now. */
export async function readPeople(signal: AbortSignal, known: PeopleList | null): Promise<PeopleList | null> {
  let list = known;
  for (let pages = known === null ? 0 : 1; pages < PEOPLE_PAGES_MAX; pages += 1) {
    const after = list?.next ?? null;
    if (list !== null && after === null) return list;
    const answer = await callApi(listPeople, { signal, query: after === null ? {} : { after } });
    if (!answer.ok) return list;
    list = { people: [...(list?.people ?? []), ...answer.value.people], next: answer.value.next };
  }
  return list;
}

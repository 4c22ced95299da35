import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { arrangeMeetings } from "#app/contracts/endpoints/folders.ts";
import { deleteSeveral, listMeetings, listPeople, retryMeeting } from "#app/contracts/endpoints/meetings.ts";
import type { Arrangement } from "#app/contracts/folders.ts";
import type { PeopleList } from "#app/contracts/meeting/lists.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { formatListFilters, type ListFilters } from "#app/domain/meeting/list.ts";
import type { Removal } from "#app/features/history/pending-deletions.ts";

/** The calls of History. Imported lazily: most visits only read. */

/** A meeting that is not there (any more) is as gone as it was to be. The server ends what it began, also where this page is closed. */
export async function removeMeetings(meetIds: readonly string[]): Promise<Removal> {
  const end = await callApi(deleteSeveral, { body: { meetIds: [...meetIds] }, keepalive: true });
  if (end.ok) return { gone: end.value.results.flatMap(({ meetId, outcome }) => (outcome === "failed" ? [] : meetId)) };
  return end.retryAfterS === null ? { gone: [] } : { againInMs: end.retryAfterS * SECOND_MS };
}

/** Archives meetings or brings them back; null where that failed. Meetings that are not there any more are no failure of the others. */
export async function archiveMeetings(
  meetIds: readonly string[],
  archived: boolean,
): Promise<{ found: number; undo: readonly Arrangement[] } | null> {
  const end = await callApi(arrangeMeetings, { body: { meetIds: [...meetIds], archived } });
  if (end.ok) return end.value;
  return end.status === 404 ? { found: 0, undo: [] } : null;
}

export async function undoArrangement(changes: readonly Arrangement[]): Promise<boolean> {
  for (const body of changes) if (!(await callApi(arrangeMeetings, { body })).ok) return false;
  return true;
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

/** The ids of the person's own meetings of a list, page by page, up to SELECTION_MEETINGS_MAX of them; null where they cannot be read now. */
export async function readIds(filters: ListFilters): Promise<{ ids: string[]; isAll: boolean } | null> {
  const ids: string[] = [];
  let next: string | null = "";
  while (next !== null && ids.length < SELECTION_MEETINGS_MAX) {
    const asked = formatListFilters(filters);
    asked.set("page", "long");
    if (next !== "") asked.set("older", next);
    const answer = await callApi(listMeetings, { query: Object.fromEntries(asked) });
    if (!answer.ok) return null;
    const { meetings, older } = answer.value;
    ids.push(...meetings.filter(({ sharedBy }) => sharedBy === undefined).map(({ id }) => id));
    next = older;
  }
  return { ids: ids.slice(0, SELECTION_MEETINGS_MAX), isAll: next === null && ids.length <= SELECTION_MEETINGS_MAX };
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

import { desc, gte, lt, sql } from "drizzle-orm";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { SEARCH_PAGE_MEETINGS } from "#app/domain/limits/search.ts";
import { SEARCHED_SHARED_MAX, SEARCHED_WORKSPACES_MAX } from "#app/domain/limits/teams.ts";
import { may } from "#app/domain/meeting/access.ts";
import { formatCursor, parseCursor } from "#app/domain/meeting/list.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { isEmptyQuery, parseSearchQuery } from "#app/domain/search/search-query.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import { accessToEach } from "#app/server/workspace/access-to.ts";
import { sharedIds } from "#app/server/meetings/list-shared.ts";
import type { FoundMeeting, SearchAsked, SearchFound, SearchPlace } from "#app/server/ports/search-index.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Searches the meetings that the actor may read: their own, and those that others show to them. The indexes name them; each is checked
 * against the list as it is now, so that a meeting which is gone, or is not shown to them any more, is not found although an index has not
 * heard of it yet.
 */
export async function searchMeetings(
  services: Pick<Services, "db" | "searchIndex" | "log" | "now">,
  actor: PersonActor,
  asked: { typed: string; cursor: string | null; timeZone: string },
): Promise<SearchAnswer> {
  const { timeZone } = asked;
  const query = parseSearchQuery(asked.typed, dayAt(services.now(), timeZone));
  const { words, phrases, speakers, persons, source, after, before, unread } = query;
  const echo = { words, phrases, speakers, persons, source, after, before, unread };
  if (isEmptyQuery(query)) return { asked: echo, meetings: [], cursor: null, isComplete: true };
  const at = parseCursor(asked.cursor);
  const found = await findEverywhere(services, actor, {
    query,
    startsFrom: after === null ? null : startOfDay(after, timeZone),
    startsBefore: before === null ? null : startOfDay(before, timeZone),
    after: at && { startsAt: at.startsAt, meetId: at.id },
  });
  const viewers = await accessToEach(
    services,
    actor,
    found.meetings.map(({ meetId }) => meetId),
  );
  const readable = found.meetings.filter(({ meetId }) => {
    const viewer = viewers.get(meetId);
    return viewer !== undefined && may(viewer, "read-summary") && may(viewer, "read-transcript");
  });
  const { next, isComplete } = found;
  return {
    asked: echo,
    meetings: readable,
    cursor: next && formatCursor({ startsAt: next.startsAt, id: next.meetId }),
    isComplete,
  };
}

type Asked = Omit<SearchAsked, "workspaceId" | "userId" | "among">;

/**
 * Asks the index of the actor's workspace, and those of the people who show them meetings, each for these meetings only. The answers are
 * merged, newest first, up to where all of them have been read.
 */
async function findEverywhere(
  { db, searchIndex, log }: Pick<Services, "db" | "searchIndex" | "log">,
  actor: PersonActor,
  asked: Asked,
): Promise<SearchFound> {
  const { workspaceId, userId } = actor;
  const shared = await sharedByWorkspace(db, actor, asked);
  const own = searchIndex.search({ workspaceId, userId, ...asked });
  if (shared.among.size === 0) return own;
  const others = [...shared.among].map(async ([id, among]): Promise<SearchFound> => {
    try {
      return await searchIndex.search({ workspaceId: id, userId, among, ...asked });
    } catch (error) {
      // One index that does not answer must not hide what the others have.
      log("search.shared.failed", { workspaceId: id, error: faultOf(error) });
      return { meetings: [], next: null, isComplete: false };
    }
  });
  const asFarAs: SearchFound = { meetings: [], next: shared.next, isComplete: true };
  return mergeFound([asFarAs, ...(await Promise.all([own, ...others]))]);
}

/** Meetings that one question names to indexes of others. `next`: where the following page goes on; null where these are all. */
type SharedMeetings = { among: ReadonlyMap<string, string[]>; next: SearchPlace | null };

/**
 * The meetings that others show to the person from a place on, newest first, by the workspace whose index has them. They end where there are
 * too many of them, or workspaces, for one question: the page then ends there too, and the next one asks for the rest.
 */
export async function sharedByWorkspace(
  db: Database,
  actor: PersonActor,
  { after, startsFrom, startsBefore }: Omit<Asked, "query">,
): Promise<SharedMeetings> {
  const from = after && { key: after.startsAt, id: after.meetId };
  const where = [
    startsFrom === null ? undefined : gte(meetings.startsAt, startsFrom),
    startsBefore === null ? undefined : lt(meetings.startsAt, startsBefore),
  ];
  const limit = SEARCHED_SHARED_MAX + 1;
  const rows = await db
    .select({ id: meetings.id, workspaceId: meetings.workspaceId, startsAt: meetings.startsAt })
    .from(meetings)
    .where(sql`${meetings.id} in ${sharedIds(actor, { limit, sort: "date", backwards: false, from, where })}`)
    .orderBy(desc(meetings.startsAt), desc(meetings.id))
    .limit(limit);
  const among = new Map<string, string[]>();
  let last: SearchPlace | null = null;
  for (const [index, { id, workspaceId, startsAt }] of rows.entries()) {
    const known = among.get(workspaceId);
    if (index === SEARCHED_SHARED_MAX || (!known && among.size === SEARCHED_WORKSPACES_MAX))
      return { among, next: last };
    if (known) known.push(id);
    else among.set(workspaceId, [id]);
    last = { startsAt, meetId: id };
  }
  return { among, next: null };
}

/**
 * One page of several indexes' pages, newest first. An index that has more was read down to its `next` only: behind the newest of these places
 * nothing is shown yet, as another index may have meetings in between that were not read.
 */
export function mergeFound(pages: readonly SearchFound[]): SearchFound {
  const isComplete = pages.every((page) => page.isComplete);
  const reached = pages.flatMap(({ next }) => next ?? []).reduce<SearchPlace | null>(newest, null);
  const all = pages.flatMap(({ meetings }) => meetings).toSorted((a, b) => compare(placeOf(b), placeOf(a)));
  const certain = reached === null ? all : all.filter((meeting) => compare(placeOf(meeting), reached) >= 0);
  const meetings = certain.slice(0, SEARCH_PAGE_MEETINGS);
  const last = meetings.at(-1);
  const next = certain.length > meetings.length && last ? placeOf(last) : reached;
  return { meetings, next, isComplete };
}

function newest(one: SearchPlace | null, other: SearchPlace): SearchPlace {
  return one === null || compare(other, one) > 0 ? other : one;
}

const placeOf = ({ startsAt, meetId }: FoundMeeting): SearchPlace => ({ startsAt, meetId });

function compare(a: SearchPlace, b: SearchPlace): number {
  if (a.startsAt !== b.startsAt) return a.startsAt - b.startsAt;
  return a.meetId < b.meetId ? -1 : a.meetId > b.meetId ? 1 : 0;
}

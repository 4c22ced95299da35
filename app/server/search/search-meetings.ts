import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { SEARCH_PAGE_MEETINGS } from "#app/domain/limits/search.ts";
import { may } from "#app/domain/meeting/access.ts";
import { formatCursor, parseCursor } from "#app/domain/meeting/list.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { isEmptyQuery, parseSearchQuery } from "#app/domain/search/search-query.ts";
import { askedIndexes, askEach } from "#app/server/search/asked-indexes.ts";
import { accessToEach } from "#app/server/workspace/access-to.ts";
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

type Asked = Omit<SearchAsked, "workspaceId" | "userId" | "among" | "pending">;

/** The answers of all indexes are merged, newest first, up to where all of them have been read. */
async function findEverywhere(
  services: Pick<Services, "db" | "searchIndex" | "log">,
  actor: PersonActor,
  asked: Asked,
): Promise<SearchFound> {
  const { scopes, next } = await askedIndexes(services.db, actor, asked);
  const { userId } = actor;
  const found = await askEach(services, scopes, {
    ask: (scope) => services.searchIndex.search({ ...scope, userId, ...asked }),
    missing: { meetings: [], next: null, isComplete: false },
  });
  // Meetings that name the person and were not asked for: the answer says so.
  return mergeFound([{ meetings: [], next, isComplete: next === null }, ...found]);
}

/**
 * One page of several indexes' pages, newest first. An index that has more was read down to its `next` only: behind the newest of these places
 * nothing is shown yet, as another index may have meetings in between that were not read.
 */
export function mergeFound(pages: readonly SearchFound[]): SearchFound {
  const isComplete = pages.every((page) => page.isComplete);
  const reached = pages.flatMap(({ next }) => next ?? []).reduce<SearchPlace | null>(newest, null);
  // A meeting that stayed with a team may name a person of the team, too.
  const once = new Map(pages.flatMap(({ meetings }) => meetings.map((meeting) => [meeting.meetId, meeting])));
  const all = [...once.values()].toSorted((a, b) => compare(placeOf(b), placeOf(a)));
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

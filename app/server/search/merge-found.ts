import { SEARCH_PAGE_MEETINGS } from "#app/domain/limits/search.ts";
import type { FoundMeeting, SearchFound, SearchPlace } from "#app/server/ports/search-index.ts";

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

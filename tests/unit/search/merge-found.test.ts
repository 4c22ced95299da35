import { expect, test } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { SEARCH_PAGE_MEETINGS } from "#app/domain/limits/search.ts";
import type { SearchFound } from "#app/server/ports/search-index.ts";
import { mergeFound } from "#app/server/search/search-meetings.ts";

const found = (startsAts: number[], next: number | null = null, isComplete = true): SearchFound => ({
  meetings: startsAts.map((startsAt) => ({
    meetId: `m${startsAt}` as MeetId,
    title: "x",
    startsAt,
    durationMs: null,
    count: 1,
    moments: [],
  })),
  next: next === null ? null : { startsAt: next, meetId: `m${next}` },
  isComplete,
});
const startsOf = ({ meetings }: SearchFound) => meetings.map(({ startsAt }) => startsAt);

test("results of several indexes are one list, newest first", () => {
  const merged = mergeFound([found([9, 4]), found([7, 5])]);
  expect([startsOf(merged), merged.next]).toEqual([[9, 7, 5, 4], null]);
});

test("nothing is shown from behind the place down to which every index was read", () => {
  const merged = mergeFound([found([9, 8], 8), found([7, 5])]);
  expect([startsOf(merged), merged.next]).toEqual([[9, 8], { startsAt: 8, meetId: "m8" }]);
});

test("a page has no more results than one index gives, and the next one goes on behind the last", () => {
  const many = Array.from({ length: SEARCH_PAGE_MEETINGS }, (_, index) => 100 - index);
  const merged = mergeFound([found(many), found([200, 150])]);
  expect(startsOf(merged)).toEqual([200, 150, ...many.slice(0, SEARCH_PAGE_MEETINGS - 2)]);
  expect(merged.next?.startsAt).toBe(many[SEARCH_PAGE_MEETINGS - 3]);
});

test("an index that is not complete makes the answer incomplete", () => {
  expect(mergeFound([found([1]), found([], null, false)]).isComplete).toBe(false);
});

import { expect, test } from "vitest";
import { forgetSearches, readSearches, saveSearches, withSearch } from "#app/features/search/recent-searches.ts";

function storage(kept: Map<string, string> = new Map()) {
  const items = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return () => items;
}
const forbidden = () => {
  throw new DOMException("not allowed", "SecurityError");
};

test("the last eight searches are kept, the latest one first and each once", () => {
  const typed = ["a", "b", "c", "d", "e", "f", "g", "h", "b", " i ", "  "];
  const searches = typed.reduce<string[]>((before, each) => withSearch(before, each), []);
  expect(searches).toEqual(["i", "b", "h", "g", "f", "e", "d", "c"]);
  const own = storage();
  saveSearches("nora", searches, own);
  expect(readSearches("nora", own)).toEqual(searches);
});

test("another person at the same browser reads none, and a sign-out leaves none", () => {
  const kept = new Map<string, string>();
  const own = storage(kept);
  saveSearches("nora", ["salaries"], own);
  expect(readSearches("jonas", own)).toEqual([]);
  forgetSearches(own);
  expect(kept.size).toBe(0);
});

test.each(["{", "null", '{"userId":"nora"}', '{"userId":"nora","searches":[1]}', "[]"])(
  "a browser that has %s kept no searches",
  (text) => {
    expect(readSearches("nora", storage(new Map([["acta.searches", text]])))).toEqual([]);
  },
);

test("a browser that allows no storage keeps none and does not fail", () => {
  saveSearches("nora", ["budget"], forbidden);
  forgetSearches(forbidden);
  expect(readSearches("nora", forbidden)).toEqual([]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { groupTurns, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { fold, foldQuery, unfold } from "#app/features/meeting/transcript/search/find-matches.ts";
import * as comparison from "#app/features/meeting/transcript/search/text-comparison.ts";
import { createTranscriptSearch } from "#app/features/meeting/transcript/search/transcript-search.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const { cutText, findMatches, marksOfRow, momentOf, piecesOf } = comparison;

const rowsOf = (...texts: string[]) =>
  transcriptRows(groupTurns(texts.map((text, index) => segment(`s${index}`, index * 10, { text }))), []);

/** The marked words of a single text. */
function found(text: string, query: string): string[] {
  const rows = rowsOf(text);
  const [row] = rows;
  if (row?.kind !== "turn") return [];
  return findMatches(rows, query)
    .flatMap((match) => piecesOf(row.turn.segments, match))
    .map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["The Café on the corner", "cafe", ["Café"]],
  ["the cafe on the corner", "CAFÉ", ["cafe"]],
  ["Cafe\u0301, decomposed", "café", ["Cafe\u0301"]],
  ["El niño y la Niña", "nin", ["niñ", "Niñ"]],
  ["una reunió sobre col·legis", "collegis", ["col·legis"]],
  ["un cœur, deux cœurs", "coeur", ["cœur", "cœur"]],
  ["Die Straße", "strasse", ["Straße"]],
  ["Guðrún og Þór", "gudrun", ["Guðrún"]],
  ["明日の会議室で話します。", "会議", ["会議"]],
  ["C’est l’été", "c'est l'ete", ["C’est l’été"]],
  ["Call O’Brien and D'Angelo", "obrien", ["O’Brien"]],
  ["Call O’Brien and D'Angelo", "dangelo", ["D'Angelo"]],
  ["Call OBrien", "o'brien", ["OBrien"]],
  ["the pilot – next week", "pilot - next", ["pilot – next"]],
  ["10\u00a0€ each", "10 €", ["10\u00a0€"]],
  ["😀 paper 😀", "paper", ["paper"]],
  ["aaaa", "aa", ["aa", "aa"]],
  ["nothing here", "paper", []],
  ["anything", "   ", []],
  ["a.c abc", "a.c", ["a.c"]],
])("in %j the search for %j marks %j", (text, query, marked) => expect(found(text, query)).toEqual(marked));

test("words across the border of two segments are found as one match, and marked in both", () => {
  const segments = [segment("a", 0, { text: "We keep the paper" }), segment("b", 2, { text: "diary for now" })];
  const rows = transcriptRows(groupTurns(segments), []);
  const matches = findMatches(rows, "paper  diary");
  expect(matches).toHaveLength(1);
  const [match] = matches;
  if (!match) throw new Error("no match");
  expect(piecesOf(segments, match)).toEqual([
    { segmentId: "a", start: 12, end: 17 },
    { segmentId: "b", start: 0, end: 5 },
  ]);
  expect(momentOf(segments, match)).toBe(0);
  expect(marksOfRow(0, segments, { matches, current: 0 })?.map(({ current }) => current)).toEqual([true, true]);
  expect(marksOfRow(1, segments, { matches, current: 0 })).toBeNull();
});

test("for any text, the marked part contains the query when folded, and is never empty", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 8 }), (original, at, length) => {
      const folded = fold(original);
      const start = folded.text.length === 0 ? 0 : at % folded.text.length;
      const end = Math.min(folded.text.length, start + length);
      if (start >= end) return;
      const piece = unfold(folded, start, end);
      expect(piece.end).toBeGreaterThan(piece.start);
      expect(piece.end).toBeLessThanOrEqual(original.length);
      expect(fold(original.slice(piece.start, piece.end)).text).toContain(folded.text.slice(start, end));
    }),
  );
});

test("a query is folded as the words are, and several spaces count as one", () => {
  expect(foldQuery("  Été\n  À  ")).toBe("ete a");
});

test("a text is cut into marked and plain pieces that together are the whole text", () => {
  const marks = [
    { segmentId: "a", start: 4, end: 7, current: false },
    { segmentId: "a", start: 10, end: 12, current: true },
  ];
  const cut = cutText("The cat sat on", marks);
  expect(cut.map(({ text }) => text).join("")).toBe("The cat sat on");
  expect(cut.filter(({ mark }) => mark !== "plain").map(({ text, mark }) => [text, mark])).toEqual([
    ["cat", "match"],
    ["t ", "current"],
  ]);
});

test("the search begins at the first visible row, wraps around at both ends, and an empty query resets it", async () => {
  const search = createTranscriptSearch(await loadedComparison());
  search.setRows(rowsOf("one paper", "two", "paper three", "paper four"));
  search.ask("paper", 1);
  expect(search.getState()).toMatchObject({ current: 1, shown: 1 });
  search.step(1);
  search.step(1);
  expect(search.getState().current).toBe(0);
  search.step(-1);
  expect(search.getState().current).toBe(2);
  expect(search.momentsOf(search.getState().matches)).toEqual([0, 20_000, 30_000]);
  search.ask("paper", 99);
  expect(search.getState().current).toBe(0);
  search.ask("", 0);
  expect(search.getState()).toMatchObject({ matches: [], current: -1 });
});

test("when the transcript grows, the current match stays the same and the page does not scroll", async () => {
  const search = createTranscriptSearch(await loadedComparison());
  search.setRows(rowsOf("x", "x", "paper"));
  search.ask("paper", 0);
  const { shown } = search.getState();
  search.setRows(rowsOf("paper", "x", "paper"));
  expect(search.getState()).toMatchObject({ current: 1, shown });
  expect(search.getState().matches).toHaveLength(2);
});

test("a query that is typed before the comparison of texts has loaded is answered when it has", async () => {
  let arrive = () => {};
  const search = createTranscriptSearch(
    lazy(() => new Promise<typeof comparison>((resolve) => (arrive = () => resolve(comparison)))),
  );
  search.setRows(rowsOf("one paper", "two", "paper three"));
  search.prepare();
  search.ask("paper", 1);
  expect(search.getState()).toMatchObject({ query: "paper", isPending: true, matches: [] });
  const answered = new Promise<void>((resolve) => search.subscribe(resolve));
  arrive();
  await answered;
  expect(search.getState()).toMatchObject({ query: "paper", isPending: false, current: 1 });
  expect(search.getState().matches).toHaveLength(2);
});

async function loadedComparison() {
  const script = lazy(async () => comparison);
  await script.load();
  return script;
}

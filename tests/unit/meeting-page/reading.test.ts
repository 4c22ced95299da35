import { expect, test } from "vitest";
import { packTranscript, unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import { PAGE_EXCERPT_SEGMENTS, PAGE_TRANSCRIPT_SEGMENTS_MAX } from "#app/domain/limits/screens.ts";
import { groupTurns } from "#app/domain/transcript/group-turns.ts";
import { excerptOf } from "#app/domain/transcript/outline.ts";
import { hitPath } from "#app/features/meeting/player/ruler-hits.tsx";
import { findSilences, skipFrom } from "#app/features/meeting/player/skip-silence.tsx";
import { quoteOf } from "#app/features/meeting/preview/moment-previews.tsx";
import { joinParts, partOf, passageText } from "#app/features/meeting/transcript/copy/passage.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const NAMES = ["Aina", "Jonas", null];
const long = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    segment(`s${index}`, index * 4, { speaker: NAMES[Math.floor(index / 3) % 3] ?? null }),
  );

test("a transcript is the same after its way to the page", () => {
  const segments = long(20);
  expect(unpackTranscript(packTranscript(7, segments))).toEqual(segments);
  expect(packTranscript(7, segments)).toMatchObject({ sequence: 7, speakers: ["Aina", "Jonas"] });
});

test("a short transcript goes with its page, a long one as an excerpt", () => {
  const asked = { atMs: 0, cited: new Set<string>() };
  expect(excerptOf(long(PAGE_TRANSCRIPT_SEGMENTS_MAX), asked)).toBeNull();
  const excerpt = excerptOf(long(PAGE_TRANSCRIPT_SEGMENTS_MAX + 1), asked);
  expect(excerpt?.segments.length).toBeLessThanOrEqual(PAGE_EXCERPT_SEGMENTS);
  expect(excerpt?.outline).toMatchObject({ from: 0, earlierMs: null, count: PAGE_TRANSCRIPT_SEGMENTS_MAX + 1 });
});

test.each([0, 1, 8000, 16_000, 31_999, 99_999])(
  "the excerpt around %s s holds its moment and begins a turn",
  (second) => {
    const segments = long(8000);
    const excerpt = excerptOf(segments, { atMs: second * 1000, cited: new Set(["s5", "s7999", "gone"]) });
    if (!excerpt) throw new Error("no excerpt");
    const asked = segments.findLast(({ startMs }) => startMs <= second * 1000);
    expect(excerpt.segments).toContain(asked);
    expect(excerpt.segments.length).toBeLessThanOrEqual(PAGE_EXCERPT_SEGMENTS * 2);
    expect(groupTurns(segments).map(({ key }) => key)).toContain(excerpt.segments[0]?.id);
    expect(excerpt.outline.places).toEqual([
      ["s5", 5, 20_000],
      ["s7999", 7999, 31_996_000],
    ]);
    expect(excerpt.outline.speakers.map(({ name }) => name)).toEqual(["Aina", "Jonas"]);
  },
);

test("links from excerpt to excerpt reach every segment of an eight-hour transcript", () => {
  const segments = long(8000);
  const seen = new Set<string>();
  let atMs: number | null = 0;
  for (let pages = 0; atMs !== null && pages < 1000; pages += 1) {
    const excerpt = excerptOf(segments, { atMs, cited: new Set() });
    if (!excerpt) throw new Error("no excerpt");
    for (const { id } of excerpt.segments) seen.add(id);
    atMs = excerpt.outline.laterMs;
  }
  expect(seen.size).toBe(8000);
  let back: number | null = 31_996_000;
  let pages = 0;
  for (; back !== null && pages < 1000; pages += 1) {
    back = excerptOf(segments, { atMs: back, cited: new Set() })?.outline.earlierMs ?? null;
  }
  expect(pages).toBeLessThan(1000);
});

const talk = [segment("a", 5), segment("b", 8), segment("c", 20), segment("d", 21)];

test("a pause of more than two seconds is a silence, a shorter one belongs to talk", () => {
  expect(findSilences(talk, [])).toEqual([
    { startMs: 0, endMs: 5000 },
    { startMs: 10_000, endMs: 20_000 },
  ]);
  expect(findSilences(talk, [{ startMs: 12_000, endMs: 13_000 }])).toEqual([{ startMs: 0, endMs: 5000 }]);
});

test("somebody who goes on speaking beside another is no silence", () => {
  const over = [segment("a", 0, { endMs: 30_000 }), segment("b", 2), segment("c", 29)];
  expect(findSilences(over, [])).toEqual([]);
});

test.each([
  [0, 4700],
  [4500, null],
  [6000, null],
  [10_100, null],
  [10_500, 19_700],
  [15_000, 19_700],
  [19_500, null],
  [20_500, null],
  [60_000, null],
])("at %s ms playing goes on at %s", (ms, to) => expect(skipFrom(findSilences(talk, []), ms)).toBe(to));

test("a passage says when and who, and ends with the link that plays it", () => {
  const parts = [
    segment("a", 754, { speaker: "Aina", text: " We are,  if the import\nbehaves. " }),
    segment("b", 757, { speaker: "Aina", text: "It does." }),
    segment("c", 759, { speaker: null, text: "Good." }),
  ].map(partOf);
  expect(passageText(joinParts(parts), "https://acta.example/m1")).toBe(
    "[12:34] Aina: We are, if the import behaves. It does.\n[12:39] Good.\nhttps://acta.example/m1?t=754",
  );
  expect(passageText([], "https://acta.example/m1")).toBe("");
});

test("a preview quotes what the mark stands for, cut at a word, and says nothing where the words are not there yet", () => {
  const words = [segment("a", 5, { text: "One." }), segment("b", 8, { text: "Two. ".repeat(200) })];
  expect(quoteOf(words, ["a"])?.text).toBe("One.");
  const quote = quoteOf(words, ["a", "b"]);
  expect(quote?.text).toMatch(/^One\. Two\..*Two\.…$/);
  expect(quote?.text.length).toBeLessThan(330);
  expect(quoteOf(words, ["later"])).toBeNull();
});

test("matches are one stroke a pixel on the ruler, and none beyond its end", () => {
  expect(hitPath([0, 1, 2, 90_000], 60_000)).toBe("M0 0v16");
  const crowd = Array.from({ length: 50_000 }, (_, index) => (index / 50_000) * 28_800_000);
  expect(hitPath(crowd, 28_800_000).match(/M/g)?.length).toBeLessThanOrEqual(901);
});

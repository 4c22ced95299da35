import { expect, test } from "vitest";
import { dropEcho, shareOf } from "#app/domain/here/drop-echo.ts";
import { withNotes } from "#app/domain/here/note-segments.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { changedBy } from "#workers/meeting/steps/merge-transcript.ts";

/** The windows of a microphone (even numbers) and of a tab (odd ones), and what becomes of echo and notes. */

type Spoken = RecognisedWindow["segments"][number];

function said(startMs: number, text: string, speaker: string | null = null): Spoken {
  const words = text
    .split(" ")
    .map((word, index) => ({ startMs: startMs + index * 500, endMs: startMs + index * 500 + 400, text: word }));
  return { startMs, endMs: words.at(-1)?.endMs ?? startMs, text, speaker, words };
}

const windowOf = (index: number, startMs: number, segments: Spoken[]): RecognisedWindow => ({
  index,
  startMs,
  endMs: startMs + 30_000,
  segments,
});

const TWO = { of: (index: number) => index % 2, mayRepeat: false };

test("each voice is merged by itself, and both stand in the order of what was said", () => {
  const windows = [
    windowOf(0, 0, [said(1000, "shall we begin", "Nora"), said(29_000, "good so far we go", "Nora")]),
    windowOf(1, 0, [said(1200, "shall we begin", "Others"), said(15_000, "with the rooms", "Others")]),
    windowOf(2, 30_000, [said(29_000, "good so far we go", "Nora"), said(40_000, "that is all", "Nora")]),
  ];
  const merged = mergeWindows(windows, "known", TWO);
  expect(merged.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    "Nora: shall we begin",
    "Others: shall we begin",
    "Others: with the rooms",
    ...merged.slice(3, -1).map(({ speaker, text }) => `${speaker}: ${text}`),
    "Nora: that is all",
  ]);
  // The words at the border of her two windows are there once.
  const border = merged.slice(3, -1).flatMap(({ text }) => text.split(" "));
  expect(border).toEqual(["good", "so", "far", "we", "go"]);
  expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
});

test("a new window changes what its own voice's neighbours reach", () => {
  const spans = [0, 1, 2, 3].map((index) => ({
    index,
    startMs: Math.floor(index / 2) * 30_000,
    endMs: (Math.floor(index / 2) + 1) * 30_000,
  }));
  const { startMs } = changedBy(3, spans, { short: true, voices: TWO });
  expect(startMs).toBe(0);
  expect(changedBy(2, spans, { short: true, voices: TWO }).endMs).toBe(Number.MAX_SAFE_INTEGER);
});

test("repeated words are left out, and the person's own words between them stay", () => {
  const echo = [{ startMs: 1000, endMs: 2500 }];
  const segments = [said(0, "yes now they say it twice I think")];
  expect(dropEcho(segments, echo).map(({ text }) => text)).toEqual(["yes now twice I think"]);
  const whole = { ...said(1000, "they say it"), words: null };
  expect(dropEcho([whole], echo)).toEqual([]);
  expect(dropEcho([{ ...whole, endMs: 9000 }], echo)).toHaveLength(1);
  expect(dropEcho(segments, [])).toEqual(segments);
});

test("overlapping stretches cover a time once", () => {
  const over = [
    { startMs: 0, endMs: 600 },
    { startMs: 400, endMs: 500 },
  ];
  expect(shareOf({ startMs: 0, endMs: 1000 }, over)).toBeCloseTo(0.6);
  expect(shareOf({ startMs: 450, endMs: 450 }, over)).toBe(1);
});

test("a note stands at its moment, and says that it is one", () => {
  const segments = mergeWindows([windowOf(0, 0, [said(1000, "shall we begin"), said(9000, "that is all")])], "known");
  const notes = [{ id: "aaaaaaaa", atMs: 5000, text: "Licence ends in March" }];
  const all = withNotes(segments, notes, { firstName: "Nora", language: "es" });
  expect(all.map(({ speaker, text }) => [speaker, text])).toEqual([
    [null, "shall we begin"],
    ["Nora (nota)", "Licence ends in March"],
    [null, "that is all"],
  ]);
  expect(withNotes(segments, [], { firstName: "Nora", language: "es" })).toBe(segments);
});

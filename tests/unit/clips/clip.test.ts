import { expect, test } from "vitest";
import { fitSpan, isClipLength, linesOf, recordingOf, titleOf } from "#app/domain/clips/clip.ts";
import { CLIP_MS_MAX, CLIP_MS_MIN, CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";

const line = (startMs: number, endMs: number, text = "") => ({ startMs, endMs, text });

test.each([
  [0, CLIP_MS_MIN, true],
  [0, CLIP_MS_MIN - 1, false],
  [1000, 1000 + CLIP_MS_MAX, true],
  [1000, 1001 + CLIP_MS_MAX, false],
  [-1, CLIP_MS_MIN, false],
])("from %i to %i ms is a clip: %s", (fromMs, toMs, is) => {
  expect(isClipLength({ fromMs, toMs })).toBe(is);
});

test("the lines of a clip are those of which at least a half is in it", () => {
  const lines = [line(0, 4000), line(4000, 10_000), line(10_000, 14_000), line(14_000, 15_000)];
  expect(linesOf(lines, { fromMs: 3000, toMs: 12_000 })).toEqual([lines[1], lines[2]]);
  // Only the end of the first line and the beginning of the last one.
  expect(linesOf(lines, { fromMs: 3500, toMs: 11_000 })).toEqual([lines[1]]);
});

test("a clip within one long line has that line, and one in silence has none", () => {
  const long = line(0, 60_000);
  expect(linesOf([long], { fromMs: 10_000, toMs: 16_000 })).toEqual([long]);
  expect(linesOf([long], { fromMs: 61_000, toMs: 70_000 })).toEqual([]);
  // Over the borders of three long ones: the one of which there is most.
  const three = [line(0, 60_000), line(60_000, 120_000), line(120_000, 180_000)];
  expect(linesOf(three.slice(0, 2), { fromMs: 52_000, toMs: 62_000 })).toEqual([three[0]]);
});

test("a clip is of one recording of a merged meeting", () => {
  const merged = [
    { startMs: 0, endMs: 60_000 },
    { startMs: 90_000, endMs: 120_000 },
  ];
  expect(recordingOf({ fromMs: 10_000, toMs: 20_000 }, merged)).toEqual({ part: 0, startMs: 0 });
  expect(recordingOf({ fromMs: 91_000, toMs: 120_000 }, merged)).toEqual({ part: 1, startMs: 90_000 });
  expect(recordingOf({ fromMs: 55_000, toMs: 95_000 }, merged)).toBeNull();
  expect(recordingOf({ fromMs: 70_000, toMs: 80_000 }, merged)).toBeNull();
  expect(recordingOf({ fromMs: 55_000, toMs: 65_000 }, [{ startMs: 0, endMs: 60_000 }])).toBeNull();
  expect(recordingOf({ fromMs: 55_000, toMs: 65_000 }, [{ startMs: 0, endMs: Number.POSITIVE_INFINITY }])).toEqual({
    part: 0,
    startMs: 0,
  });
});

test("a title is the beginning of the words, cut between two of them", () => {
  expect(titleOf([line(0, 1, "We are, "), line(1, 2, " if the import behaves.")])).toBe(
    "We are, if the import behaves.",
  );
  const long = titleOf([line(0, 1, "seven letters ".repeat(20))]);
  expect(long).toMatch(/^(?:seven letters ?)+( seven)?…$/);
  expect(long.length).toBeLessThanOrEqual(CLIP_TITLE_CHARS_MAX);
  expect(titleOf([])).toBe("");
});

test("a passage becomes the nearest one that can be a clip", () => {
  const within = { startMs: 0, endMs: 60_000 };
  expect(fitSpan({ fromMs: 10_000, toMs: 11_000 }, within)).toEqual({ fromMs: 10_000, toMs: 15_000 });
  expect(fitSpan({ fromMs: 58_000, toMs: 59_000 }, within)).toEqual({ fromMs: 55_000, toMs: 60_000 });
  expect(fitSpan({ fromMs: -5000, toMs: 90_000 }, within)).toEqual({ fromMs: 0, toMs: 60_000 });
});

test("an end that is moved stays where it is put, and the other one gives way", () => {
  const within = { startMs: 0, endMs: 3_600_000 };
  expect(fitSpan({ fromMs: 19_000, toMs: 20_000 }, within, "from")).toEqual({ fromMs: 19_000, toMs: 24_000 });
  expect(fitSpan({ fromMs: 19_000, toMs: 20_000 }, within, "to")).toEqual({ fromMs: 15_000, toMs: 20_000 });
  expect(fitSpan({ fromMs: 0, toMs: CLIP_MS_MAX + 1000 }, within, "to")).toEqual({
    fromMs: 1000,
    toMs: CLIP_MS_MAX + 1000,
  });
  expect(fitSpan({ fromMs: 0, toMs: 2000 }, within, "to")).toEqual({ fromMs: 0, toMs: 5000 });
});

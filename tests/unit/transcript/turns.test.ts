import { expect, test } from "vitest";
import { TURN_UNITS } from "#app/domain/limits/steps.ts";
import { extractInTurns } from "#app/domain/summary/extractive/extract-summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { cuesToSegments, segmentsInTurns } from "#app/domain/transcript/cues-to-segments.ts";
import { mergeInTurns } from "#app/domain/transcript/merge-windows.ts";
import { parseGivenTranscript, parseInTurns } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { runInTurns, type Turns } from "#app/domain/turns.ts";
import { HOSTILE_TEXTS, inCues, ordinaryTalk } from "#tests/support/hostile-texts.ts";

/** Long work in turns: it rests often enough, and how much it has to do grows with the text. */

type Counted<Value> = { value: Value; units: number; longest: number };

function count<Value>(work: Turns<Value>): Counted<Value> {
  let [units, longest] = [0, 0];
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return { value, units, longest };
    units += value;
    longest = Math.max(longest, value);
  }
}

/** Parsing, segments, merging, summary: the units of all, and the largest that comes without a rest. */
function countWhole(file: string): { units: number; longest: number } {
  const parsed = count(parseInTurns(new TextEncoder().encode(file)));
  if (!parsed.value.ok) return parsed;
  const segments = count(segmentsInTurns(parsed.value.value));
  const spoken = segments.value.map((segment) => ({ ...segment, words: null }));
  const merged = count(mergeInTurns([{ index: 0, startMs: 0, endMs: 1e9, segments: spoken }]));
  const drafted = count(extractInTurns({ template: BASIC_SYSTEM, language: "en", segments: merged.value }));
  const all = [parsed, segments, merged, drafted];
  return {
    units: all.reduce((sum, { units }) => sum + units, 0),
    longest: Math.max(...all.map(({ longest }) => longest)),
  };
}

const SIZE = 16_384;
/** Times that one character is looked at on its way to the minutes. */
const LOOKS_MAX = 60;
/** Times that each character may be looked at before growth is compared: short talk skips steps that longer talk needs. */
const LOOKS_OF_SHORT_TALK = 6;
/** Twice the text is twice the work, and a little more. */
const GROWTH_MAX = 2.5;
/** One cue is the most that is worked at without asking whether it is time to rest. */
const CUE_CHARS_MAX = 20_000;

test.each([{ name: "ordinary talk", make: (size: number) => ordinaryTalk(size) }, ...HOSTILE_TEXTS])(
  "a transcript of $name is bounded work that can rest",
  ({ make }) => {
    for (const cueChars of [60, 8000]) {
      const [half, whole] = [inCues(make(SIZE / 2), cueChars), inCues(make(SIZE), cueChars)];
      const [before, after] = [countWhole(half), countWhole(whole)];
      expect(after.units).toBeLessThanOrEqual(LOOKS_MAX * whole.length);
      expect(after.units).toBeLessThanOrEqual(GROWTH_MAX * Math.max(before.units, LOOKS_OF_SHORT_TALK * half.length));
      expect(after.longest).toBeLessThanOrEqual(CUE_CHARS_MAX);
    }
  },
);

test("long work rests after every turn, and stops where it is told to", async () => {
  function* work(): Turns<string> {
    for (let step = 0; step < 10; step += 1) yield TURN_UNITS / 2;
    return "done";
  }
  let rests = 0;
  const rest = async () => {
    rests += 1;
  };
  expect(await runInTurns(work(), rest)).toBe("done");
  expect(rests).toBe(5);
  const stop = new AbortController();
  const stopped = runInTurns(work(), async () => stop.abort(new Error("too long")), stop.signal);
  await expect(stopped).rejects.toThrow("too long");
});

test("a cue of a whole page becomes segments that are read one by one, without losing a word", () => {
  const text = ordinaryTalk(20_000);
  const segments = cuesToSegments([{ startMs: 1000, endMs: 21_000, text }]);
  expect(segments.length).toBeGreaterThan(8);
  expect(Math.max(...segments.map((segment) => segment.text.length))).toBeLessThanOrEqual(2000);
  expect(segments.map((segment) => segment.text).join(" ")).toBe(text);
  expect(segments[0]?.startMs).toBe(1000);
  expect(segments.at(-1)?.endMs).toBe(21_000);
  for (const [index, segment] of segments.entries()) {
    expect(segment.startMs).toBe(segments[index - 1]?.endMs ?? segment.startMs);
  }
});

test("a word of thousands of letters is parted between two characters", () => {
  const text = "\u{1f600}a".repeat(3000);
  const segments = cuesToSegments([{ startMs: 0, endMs: 1000, text }]);
  expect(segments.map((segment) => segment.text).join("")).toBe(text);
  for (const segment of segments) expect(segment.text).not.toMatch(/^[\udc00-\udfff]/);
});

test("voice tags make no more cues than a file may hold", () => {
  const file = inCues("<v a>b".repeat(700_000 / 6), 18_000);
  expect(parseGivenTranscript(new TextEncoder().encode(file))).toEqual({ ok: false, reason: "too-large" });
});

test.each(["\n", "\r\n", "\r"])("lines may end in %j", (end) => {
  const file = ["WEBVTT", "", "00:01.000 --> 00:02.000", "<v Ana>We agreed.", "", ""].join(end);
  expect(parseGivenTranscript(new TextEncoder().encode(file))).toEqual({
    ok: true,
    value: [{ startMs: 1000, endMs: 2000, speaker: "Ana", text: "We agreed." }],
  });
});

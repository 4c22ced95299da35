import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow, Segment } from "#app/domain/transcript/segment.ts";
import { changedBy } from "#workers/meeting/steps/merge-transcript.ts";

const OVERLAP_MS = 2000;
const SAID = ["agenda", "budget", "room", "next", "week", "Tuesday", "the", "and", "we", "report", "yes", "no"];

/** Windows of 20 to 40 s and a last one with the rest, each with 2 s of the one before, of one stream of words. */
const call = fc
  .record({
    lengths: fc.array(fc.integer({ min: 20, max: 40 }), { minLength: 1, maxLength: 6 }),
    lastMs: fc.integer({ min: 300, max: 40_000 }),
    words: fc.array(fc.record({ text: fc.constantFrom(...SAID), ms: fc.integer({ min: 150, max: 4000 }) }), {
      maxLength: 200,
    }),
    segmentWords: fc.integer({ min: 1, max: 30 }),
    timed: fc.boolean(),
  })
  .map(({ lengths, lastMs, words, segmentWords, timed }) => {
    let at = 0;
    const spoken = words.map(({ text, ms }) => ({ text, startMs: at, endMs: (at += ms) }));
    const ends = [...lengths.map((seconds) => seconds * 1000), lastMs].reduce<number[]>(
      (all, ms) => [...all, (all.at(-1) ?? 0) + ms],
      [],
    );
    return ends.map((endMs, index): RecognisedWindow => {
      const startMs = ends[index - 1] ?? 0;
      const heard = spoken.filter((word) => word.startMs >= startMs - OVERLAP_MS && word.endMs <= endMs);
      const segments: RecognisedWindow["segments"] = [];
      for (let from = 0; from < heard.length; from += segmentWords) {
        const own = heard.slice(from, from + segmentWords);
        const [first, last] = [own[0], own.at(-1)];
        if (!first || !last) continue;
        segments.push({
          startMs: first.startMs,
          endMs: last.endMs,
          text: own.map(({ text }) => text).join(" "),
          speaker: null,
          words: timed ? own : null,
        });
      }
      return { index, startMs, endMs, segments };
    });
  });

/** A page that stays open: each `segments` message replaces the segments that began in its time range. */
function told(page: Segment[], known: RecognisedWindow[], all: readonly RecognisedWindow[], index: number): Segment[] {
  const { startMs, endMs } = changedBy(index, all, { short: true });
  const sent = mergeWindows(known, "known").filter((one) => one.startMs >= startMs && one.startMs < endMs);
  const before = page.filter((one) => one.startMs < startMs);
  const after = page.filter((one) => one.startMs >= endMs);
  return [...before, ...sent, ...after];
}

test("the segments that an open page received piece by piece equal the final merge, in any order of recognition", () => {
  fc.assert(
    fc.property(
      call.chain((windows) =>
        fc.record({
          windows: fc.constant(windows),
          order: fc.shuffledSubarray([...windows.keys()], { minLength: windows.length }),
        }),
      ),
      ({ windows, order }) => {
        let page: Segment[] = [];
        const known: RecognisedWindow[] = [];
        for (const index of order) {
          const window = windows[index];
          if (!window) continue;
          known.push(window);
          page = told(page, known, windows, index);
        }
        expect(page).toEqual(mergeWindows(windows, "known"));
      },
    ),
    { numRuns: 300 },
  );
}, 30_000);

import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_WINDOW_MS_MAX, CALL_WINDOW_MS_MIN } from "#app/domain/limits/calls.ts";
import { planCallWindow, type Stretch } from "#app/media/pieces/plan-call-window.ts";

const talk = (...stretches: [startMs: number, endMs: number][]): Stretch[] =>
  stretches.map(([startMs, endMs]) => ({ startMs, endMs }));

test.each([
  ["nothing is known yet", { fromMs: 0, untilMs: 0, loud: [], ended: false }, null],
  ["less than a window is there", { fromMs: 0, untilMs: 29_000, loud: [], ended: false }, null],
  ["all is silent", { fromMs: 0, untilMs: 30_000, loud: [], ended: false }, [0, 29_800]],
  [
    "a pause at 26 s",
    { fromMs: 0, untilMs: 31_000, loud: talk([0, 26_000], [27_000, 31_000]), ended: false },
    [0, 26_800],
  ],
  [
    "the longer of two pauses",
    { fromMs: 0, untilMs: 32_000, loud: talk([0, 24_000], [25_500, 30_000], [30_450, 32_000]), ended: false },
    [0, 25_300],
  ],
  [
    "only short pauses: it waits for a better one",
    { fromMs: 0, untilMs: 34_000, loud: talk([0, 29_900], [30_000, 34_000]), ended: false },
    null,
  ],
  [
    "only short pauses by the longest: the longest of them",
    { fromMs: 0, untilMs: 40_000, loud: talk([0, 29_900], [30_000, 33_000], [33_300, 40_000]), ended: false },
    [0, 33_150],
  ],
  ["talk without a pause", { fromMs: 0, untilMs: 40_000, loud: talk([0, 41_000]), ended: false }, [0, 30_000]],
  [
    "a later window",
    { fromMs: 100_000, untilMs: 131_000, loud: talk([100_000, 129_000], [130_000, 131_000]), ended: false },
    [100_000, 129_800],
  ],
  [
    "the end of a call",
    { fromMs: 60_000, untilMs: 73_000, loud: talk([60_000, 73_000]), ended: true },
    [60_000, 73_000],
  ],
  [
    "an aim of 25 s",
    { fromMs: 0, untilMs: 26_000, loud: talk([0, 24_000], [25_500, 26_000]), ended: false, aimMs: 25_000 },
    [0, 25_000],
  ],
  ["nothing is left", { fromMs: 60_000, untilMs: 60_000, loud: [], ended: true }, null],
  [
    "more is left than a window",
    { fromMs: 0, untilMs: 55_000, loud: talk([0, 28_000], [29_000, 55_000]), ended: true },
    [0, 28_800],
  ],
])("%s", (_, known, expected) => {
  const window = planCallWindow(known);
  expect(window === null ? null : [window.startMs, window.endMs]).toEqual(expected);
});

const stretches = fc.array(
  fc
    .tuple(fc.nat({ max: 300_000 }), fc.nat({ max: 20_000 }))
    .map(([startMs, length]) => ({ startMs, endMs: startMs + length })),
  { maxLength: 60 },
);

test("the windows of a call join without gap or overlap, all of a length that we want, whenever they are asked for", () => {
  fc.assert(
    fc.property(
      stretches,
      fc.integer({ min: 1, max: 300_000 }),
      fc.integer({ min: 500, max: 7000 }),
      (loud, lengthMs, everyMs) => {
        let fromMs = 0;
        const lengths: number[] = [];
        for (let untilMs = 0; untilMs < lengthMs; untilMs += everyMs) {
          const window = planCallWindow({ fromMs, untilMs, loud, ended: false });
          if (window === null) continue;
          expect(window.startMs).toBe(fromMs);
          expect(window.endMs).toBeLessThanOrEqual(untilMs);
          lengths.push(window.endMs - window.startMs);
          fromMs = window.endMs;
        }
        for (const length of lengths) {
          expect(length).toBeGreaterThanOrEqual(CALL_WINDOW_MS_MIN);
          expect(length).toBeLessThanOrEqual(CALL_WINDOW_MS_MAX);
        }
        for (let left = 100; fromMs < lengthMs && left > 0; left--) {
          const window = planCallWindow({ fromMs, untilMs: lengthMs, loud, ended: true });
          expect(window?.startMs).toBe(fromMs);
          expect((window?.endMs ?? 0) - fromMs).toBeLessThanOrEqual(CALL_WINDOW_MS_MAX);
          fromMs = window?.endMs ?? fromMs;
        }
        expect(fromMs).toBe(lengthMs);
      },
    ),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { voiceSamples } from "#app/domain/transcript/voice-sample.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const WORDS = "We have decided to move to the new rooms in the spring of next year.";

/** A segment from one second to another. */
const said = (id: string, speaker: string | null, from: number, to: number, text = WORDS) =>
  segment(id, from, { endMs: to * 1000, speaker, text });

const sampleOf = (...segments: ReturnType<typeof said>[]) => voiceSamples(segments).get("Laia");

test.each([
  ["a turn of 5 s is heard whole", [said("a", "Laia", 10, 15)], [10, 15]],
  ["of a longer one the first 6 s", [said("a", "Laia", 10, 40)], [10, 16]],
  ["short segments of one turn are heard together", [said("a", "Laia", 1, 3), said("b", "Laia", 3.2, 6)], [1, 6]],
  ["a long pause is not heard", [said("a", "Laia", 1, 3), said("b", "Laia", 9, 12)], [9, 12]],
  ["the denser of two turns", [said("a", "Laia", 0, 5, "Well, so."), said("b", "Laia", 9, 14)], [9, 14]],
  [
    "not where somebody speaks too",
    [said("a", "Laia", 0, 5), said("x", "Jonas", 2, 4), said("b", "Laia", 9, 14)],
    [9, 14],
  ],
  ["not a mere yeah", [said("a", "Laia", 0, 5, "Yeah."), said("b", "Laia", 9, 11, "So.")], [9, 11]],
] as const)("%s", (_what, segments, [startS, endS]) => {
  expect(sampleOf(...segments)).toEqual({ startMs: startS * 1000, endMs: endS * 1000 });
});

test("each speaker has a sample of their own, and lines without a speaker have none", () => {
  const samples = voiceSamples([said("a", "Laia", 0, 5), said("b", "Jonas", 6, 11), said("c", null, 12, 17)]);
  expect([...samples.keys()]).toEqual(["Laia", "Jonas"]);
});

test("a sample is never longer than 6 s, and never outside of its speaker's turns", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ speaker: fc.constantFrom("Laia", "Jonas"), length: fc.integer({ min: 0, max: 20 }) })),
      (given) => {
        let at = 0;
        const segments = given.map(({ speaker, length }, index) => {
          at += length;
          return said(`s${index}`, speaker, at - length, at);
        });
        for (const [speaker, { startMs, endMs }] of voiceSamples(segments)) {
          expect(endMs - startMs).toBeLessThanOrEqual(6000);
          const own = segments.filter((one) => one.speaker === speaker);
          expect(own.some((one) => one.startMs === startMs)).toBe(true);
          expect(own.some((one) => one.endMs >= endMs && one.startMs <= endMs)).toBe(true);
        }
      },
    ),
  );
});

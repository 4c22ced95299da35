import { expect, test } from "vitest";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { speakerStatistics } from "#app/domain/transcript/speaker-statistics.ts";

/** "Ada 0-10: Text" in seconds. */
function talk(...lines: string[]): Segment[] {
  return lines.map((line, index) => {
    const [, speaker = "", from, to, text = ""] = /^(\S+) ([\d.]+)-([\d.]+): (.*)$/.exec(line) ?? [];
    return {
      id: `w0-${index}`,
      startMs: Number(from) * 1000,
      endMs: Number(to) * 1000,
      text,
      speaker: speaker === "-" ? null : speaker,
    };
  });
}
const of = (segments: Segment[], name: string) => speakerStatistics(segments).find((each) => each.name === name);

test("shares are of what people with a name said, the longest first", () => {
  const said = speakerStatistics(talk("Ada 0-10: We begin.", "Bo 10-40: I have three points.", "- 40-90: Noise."));
  expect(said.map(({ name, spokenMs, share }) => [name, spokenMs, share])).toEqual([
    ["Bo", 30_000, 0.75],
    ["Ada", 10_000, 0.25],
  ]);
});

test("a listener's signal ends no monologue and is no turn, but it was spoken", () => {
  const segments = talk("Ada 0-20: First.", "Bo 20-21: Mm-hmm.", "Ada 21-50: Second.", "Bo 51-60: I disagree.");
  expect(of(segments, "Ada")).toMatchObject({ turns: 1, longestMs: 50_000 });
  expect(of(segments, "Bo")).toMatchObject({ turns: 1, longestMs: 9000, spokenMs: 10_000 });
});

test("a long silence ends a monologue", () => {
  expect(of(talk("Ada 0-20: First.", "Ada 40-50: Second."), "Ada")).toMatchObject({ turns: 2, longestMs: 20_000 });
});

test("questions are sentences, in the four languages", () => {
  const segments = talk("Ada 0-5: ¿Cuándo? ¿Y por qué?!", "Bo 5-9: Qui vient ? Moi.", "Ada 9-12: Som-hi.");
  expect([of(segments, "Ada")?.questions, of(segments, "Bo")?.questions]).toEqual([2, 1]);
});

test("a person who begins while another goes on interrupts; a breath of overlap is none", () => {
  const segments = talk("Ada 0-10: I would say", "Bo 8-15: No, wait.", "Ada 14.8-20: Let me finish.");
  expect([of(segments, "Ada")?.interruptions, of(segments, "Bo")?.interruptions]).toEqual([0, 1]);
});

test("a transcript that never has two voices at once says nothing of interruptions", () => {
  expect(of(talk("Ada 0-10: One.", "Bo 10-20: Two."), "Ada")?.interruptions).toBeNull();
});

test("without names there are no figures", () => {
  expect(speakerStatistics(talk("- 0-10: One."))).toEqual([]);
});

import { expect, test } from "vitest";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A small model reads whole parts of a meeting: its lines cite all segments of a part. */

const TALK: Segment[] = Array.from({ length: 90 }, (_, at) => ({
  id: `w0-${at}`,
  startMs: at * 4000,
  endMs: at * 4000 + 3500,
  text: at === 37 ? "The harbour fence will cost 4,500 euros." : `We go through point ${at} of the list.`,
  speaker: at % 2 === 0 ? "Irene" : "Odell",
}));
const idsOf = (from: number, to: number) => TALK.slice(from, to).map(({ id }) => id);
const PART = idsOf(20, 60);
/** Without the signals of listeners, which are no lines of a part. */
const WITH_GAPS = PART.filter((_, at) => at % 7 !== 3);

function shown(text: string, segmentIds: string[], written: MeetingLanguage = "en") {
  const draft = {
    fields: [{ key: "keypoints", content: { type: "keypoints" as const, items: [{ text, segmentIds }] } }],
  };
  const { fields } = checkSummary({ draft, segments: TALK, template: BASIC_SYSTEM, language: "en", written });
  return linesOfAll(fields)[0];
}

test.each([
  ["whole", PART],
  ["with gaps", WITH_GAPS],
  ["as a run of nine lines, the whole of a short meeting", idsOf(33, 42)],
])("a line of a part that is cited %s leads to its own moment in it", (_, part) => {
  const line = shown("A fence at the harbour costs 4,500 euros.", part);
  expect(line).toMatchObject({ segmentIds: ["w0-37"] });
  expect(line?.unconfirmed).toBeUndefined();
});

test("single lines are shown as they were cited", () => {
  const cited = ["w0-33", "w0-35", "w0-37", "w0-39", "w0-41"];
  expect(shown("A fence at the harbour costs 4,500 euros.", cited)?.segmentIds).toContain("w0-37");
  expect(shown("Points 33, 35, 39 and 41 of the list, and the fence of 4,500 euros.", cited)?.segmentIds).toEqual(
    cited,
  );
});

test("a number that the part does not hold leaves the line unconfirmed", () => {
  expect(shown("A fence at the harbour costs 5,400 euros.", PART)?.unconfirmed).toBe(true);
});

test("a line in another language, without a word of the talk, leads to the beginning of its part", () => {
  const line = shown("La valla costará más de lo previsto.", PART, "es");
  expect(line?.segmentIds).toEqual(["w0-20"]);
});

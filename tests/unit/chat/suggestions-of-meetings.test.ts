import { expect, test } from "vitest";
import { answerWithoutModel } from "#app/domain/chat/answer-without-model.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { findSaid } from "#tests/support/find-said.ts";

/**
 * The four suggested questions over real meetings. Expectations by hand, as turns of the files: `conclusions` and `next`, turns of
 * which the answer shows at least one; `body`, the span of the talk itself, from which at least three main points come. The
 * meetings belong to others: where the folder (ACTA_MEETINGS_DIR) is missing, these tests are left out.
 */
const EXPECTED: readonly [
  id: string,
  speakers: number,
  body: [number, number],
  conclusions: number[],
  next: number[],
][] = [
  ["ES2006a", 4, [101, 312], [288, 293, 301, 303, 305, 307], [301, 307]],
  ["ES2006c", 4, [14, 640], [207, 561, 567, 571, 577, 641, 643, 647], [641, 643]],
  ["IS1006a", 4, [90, 375], [102, 115, 241, 355, 364, 374], [355, 374]],
  ["IS1006d", 4, [13, 938], [351, 544, 702, 706, 811, 877, 908, 912], [908, 912, 918, 925, 929, 934]],
  ["TS3009b", 4, [30, 942], [51, 58, 62, 755, 870, 875, 912, 917, 918, 925], [925, 931, 942]],
  ["TS3010b", 4, [55, 243], [80, 164, 166, 217, 231, 237, 239], [237, 239]],
  ["Bed010", 7, [5, 609], [203, 374, 394, 546, 557, 558, 564, 595], [138, 140, 557, 558, 605]],
  ["Bmr005", 8, [23, 880], [7, 469, 632, 748, 791], [51, 632, 748, 791]],
  ["Bro011", 6, [23, 345], [257, 265, 314, 315, 318], [314, 315]],
  ["covid_2", 71, [3, 392], [105, 154, 160, 331, 392], [331, 392]],
  ["education_18", 11, [1, 211], [162, 173, 206, 208, 211], [206, 208, 211]],
  ["education_22", 10, [2, 163], [143, 161, 163], [161]],
];

const meetings = readMeetings(process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");

test.skipIf(meetings === null).each(EXPECTED)(
  "%s: every suggested question shows something useful",
  (id, speakers, [first, last], conclusions, next) => {
    const segments = meetings?.find((meeting) => meeting.id === id)?.segments ?? [];
    const find = findSaid(segments, "en");
    /** The turns of each line: a sentence that a listener's "yeah" interrupts has two. */
    const linesOf = (suggestion: Suggestion) =>
      runAtOnce(
        answerWithoutModel({
          question: suggestion,
          suggestion,
          before: null,
          segments,
          summary: null,
          language: "en",
          locale: "en",
          find,
        }),
      ).lines.map(({ segmentIds }) => segmentIds.map((segmentId) => Number(segmentId.slice("w0-".length))));
    const points = linesOf("analysis").filter(([turn = -1]) => turn >= first && turn <= last);
    expect({
      participants: linesOf("participants").length,
      hasPoints: points.length >= 3,
      hasConclusions: linesOf("conclusions")
        .flat()
        .some((turn) => conclusions.includes(turn)),
      hasNext: linesOf("next-meetings")
        .flat()
        .some((turn) => next.includes(turn)),
    }).toEqual({ participants: speakers, hasPoints: true, hasConclusions: true, hasNext: true });
  },
);

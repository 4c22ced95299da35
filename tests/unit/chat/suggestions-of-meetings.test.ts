import { expect, test } from "vitest";
import { quotePassages } from "#app/domain/chat/quote-passages.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { findSaid } from "#tests/support/find-said.ts";

/**
 * Suggested questions over real meetings, without a model. Expectations by hand, as turns of the files: `body`, the span of the talk itself,
 * from which at least three highlights come. What was decided, and when people meet again, a model answers; a search for words promises
 * nothing. The meetings belong to others: where the folder (ACTA_MEETINGS_DIR) is missing, these tests are left out.
 */
const EXPECTED: readonly [id: string, speakers: number, body: [number, number]][] = [
  ["ES2006a", 4, [101, 312]],
  ["ES2006c", 4, [14, 640]],
  ["IS1006a", 4, [90, 375]],
  ["IS1006d", 4, [13, 938]],
  ["TS3009b", 4, [30, 942]],
  ["TS3010b", 4, [55, 243]],
  ["Bed010", 7, [5, 609]],
  ["Bmr005", 8, [23, 880]],
  ["Bro011", 6, [23, 345]],
  ["covid_2", 71, [3, 392]],
  ["education_18", 11, [1, 211]],
  ["education_22", 10, [2, 163]],
];

const meetings = readMeetings(process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");

test.skipIf(meetings === null).each(EXPECTED)(
  "%s: the speakers are counted, and highlights are quoted",
  (id, speakers, [first, last]) => {
    const segments = meetings?.find((meeting) => meeting.id === id)?.segments ?? [];
    const find = findSaid(segments, "en");
    /** The turns of each line: a sentence that a listener's "yeah" interrupts has two. */
    const linesOf = (suggestion: Suggestion) =>
      runAtOnce(
        quotePassages({
          question: suggestion,
          suggestion,
          before: null,
          segments,
          language: "en",
          locale: "en",
          find,
        }),
      ).lines.map(({ segmentIds }) => segmentIds.map((segmentId) => Number(segmentId.slice("w0-".length))));
    const points = linesOf("analysis").filter(([turn = -1]) => turn >= first && turn <= last);
    expect({
      participants: linesOf("participants").length,
      hasPoints: points.length >= 3,
    }).toEqual({ participants: speakers, hasPoints: true });
  },
);

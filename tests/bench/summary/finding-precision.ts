import { readFileSync } from "node:fs";
import * as z from "zod";
import { findingsOf } from "#app/domain/summary/extractive/highlights-of.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import type { BenchMeeting } from "./meetings.ts";
import { isOf, placeOf } from "./task-precision.ts";

/**
 * Decisions and open questions against labels made by reading five whole meetings: each label is one thing that a careful person would
 * note, with the sentences that say it. A line is right when it is one of them. The labels name places only, as those of tasks do.
 */
const labels = z.array(
  z.object({ meeting: z.string(), kind: z.enum(["decision", "question"]), places: z.array(z.string()).min(1) }),
);
export type FindingKind = z.infer<typeof labels>[number]["kind"];

const FILE = new URL("finding-labels.json", import.meta.url);

export type FindingScore = { lines: number; right: number; labelled: number; found: number };

export function scoreFindings(meetings: readonly BenchMeeting[], kind: FindingKind): FindingScore {
  const known = labels.parse(JSON.parse(readFileSync(FILE, "utf8")));
  const score: FindingScore = { lines: 0, right: 0, labelled: 0, found: 0 };
  for (const { id, segments } of meetings) {
    if (!known.some(({ meeting }) => meeting === id)) continue;
    const own = known.filter((label) => label.meeting === id && label.kind === kind);
    const sentences = runAtOnce(sentencesOf(segments, "en"));
    const findings = runAtOnce(findingsOf(sentences, "en"));
    const items = kind === "decision" ? findings.decisions : findings.questions;
    const places = items.flatMap((item) => {
      const sentence = sentences.find((one) => isOf(item, one));
      return sentence === undefined ? [] : [placeOf(sentence, sentences)];
    });
    score.lines += items.length;
    score.right += places.filter((place) => own.some((label) => label.places.includes(place))).length;
    score.labelled += own.length;
    score.found += own.filter((label) => label.places.some((place) => places.includes(place))).length;
  }
  return score;
}

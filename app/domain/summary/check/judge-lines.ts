import type { CheckedSummary } from "#app/domain/summary/check/check-summary.ts";
import { type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { standsUnjudged } from "#app/domain/summary/check/word-for-word.ts";
import { rulesOf, withLines } from "#app/domain/summary/fields/field-types.ts";
import { type FieldLine, type LeftOutLine, lineText, linesOf, type SummaryField } from "#app/domain/summary/summary.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** A line that a judge compares with what was said: an index into the fields' lines, its words, and the segments to read. */
export type Claim = { text: string; segmentIds: SegmentId[] };

export const VERDICTS = ["supported", "contradicted", "not-said"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Words on both sides of a moment that a judge reads with it, and the most words and segments for one line. */
const WORDS_AROUND = 40;
const WORDS_MAX = 2000;
const SEGMENTS_MAX = 40;

/** Returns the lines that a judge is asked about, in their order. Keywords claim nothing. */
export function claimsOf(fields: readonly SummaryField[], talk: Talk): Claim[] {
  return judgedLines(fields).map((line) => ({ text: claimText(line), segmentIds: passagesFor(line, talk) }));
}

function judgedLines(fields: readonly SummaryField[]): FieldLine[] {
  return fields.flatMap(({ content }) => (rulesOf(content.type).boxes === "terms" ? [] : linesOf(content)));
}

/** The line with everything that it claims: a task's owner and deadline too. */
function claimText(line: FieldLine): string {
  const more = ["subtitle", "description", "assigned", "deadline"].flatMap((part) => {
    const value: unknown = part in line ? Object.entries(line).find(([name]) => name === part)?.[1] : null;
    return typeof value === "string" ? [part === "assigned" || part === "deadline" ? `${part}: ${value}` : value] : [];
  });
  return [lineText(line, " · "), ...more].join(" · ");
}

/**
 * Returns the segments that a judge reads with a line: its moments, then their neighbours while there is room. Neighbours are counted in
 * words, because one segment may be "Mm-hmm" and another a whole speech.
 */
export function passagesFor({ segmentIds }: Pick<FieldLine, "segmentIds">, talk: Talk): SegmentId[] {
  const moments = segmentIds.flatMap((id) => talk.positions.get(id) ?? []);
  const near = moments.flatMap((at) => {
    const { from, to } = withNeighbours(talk, { from: at, to: at + 1 }, WORDS_AROUND);
    return Array.from({ length: to - from }, (_, index) => from + index);
  });
  const read = new Set<number>();
  let words = 0;
  for (const at of new Set([...moments, ...near])) {
    words += talk.heard[at]?.words.length ?? 0;
    if (read.size === SEGMENTS_MAX || (read.size > 0 && words > WORDS_MAX)) break;
    read.add(at);
  }
  return [...read].toSorted((a, b) => a - b).flatMap((at) => talk.segments[at]?.id ?? []);
}

/**
 * Returns the fields after a judge's answers: lines that were not said are marked, and lines that the recording contradicts are left
 * out. A line that no judge has read, or that has a verdict of null, stays as code found it where code has rules for its language; elsewhere it is
 * confirmed only if it was said word for word.
 */
export function applyVerdicts(
  { fields, talk }: CheckedSummary,
  verdicts: readonly (Verdict | null)[],
): { fields: SummaryField[]; leftOut: LeftOutLine[] } {
  const byLine = new Map(judgedLines(fields).map((line, index) => [line, verdicts[index] ?? null]));
  const leftOut: LeftOutLine[] = [];
  const judged = fields.map((field) => {
    const change = <Line extends FieldLine>(lines: Line[]): Line[] =>
      lines.flatMap((line) => {
        // Keywords claim nothing.
        const verdict = byLine.get(line);
        if (verdict === undefined) return [line];
        if (verdict === "contradicted") {
          leftOut.push({
            key: field.key,
            text: claimText(line),
            segmentIds: line.segmentIds,
            reason: "contradicted",
          });
          return [];
        }
        const stands = verdict === "supported" || (verdict === null && standsUnjudged(talk, line));
        return [stands ? line : { ...line, unconfirmed: true as const }];
      });
    return { ...field, content: withLines(field.content.type, field.content, change) };
  });
  return { fields: judged, leftOut };
}

import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { type Claim, passagesFor, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import type { Talk } from "#app/domain/summary/check/talk-index.ts";

/**
 * Returns what a judge is asked about an answer's lines. `indexes`: the lines that the claims stand for. A line that the check by code has
 * marked already, or that has no passage, needs no judge.
 */
export function claimsOfAnswer(lines: readonly AnswerLine[], talk: Talk): { claims: Claim[]; indexes: number[] } {
  const indexes = lines.flatMap(({ unconfirmed, segmentIds }, index) =>
    unconfirmed || segmentIds.length === 0 ? [] : [index],
  );
  const claims = indexes.flatMap((index) => {
    const line = lines[index];
    return line ? [{ text: line.text, segmentIds: passagesFor(line, talk) }] : [];
  });
  return { claims, indexes };
}

/** Marks the lines that the judge does not confirm. An answer is never emptied: a contradicted line is marked too. */
export function judgedAnswer(
  lines: readonly AnswerLine[],
  indexes: readonly number[],
  verdicts: readonly (Verdict | null)[],
): AnswerLine[] {
  const refused = new Set(indexes.filter((_, at) => verdicts[at] === "not-said" || verdicts[at] === "contradicted"));
  return lines.map((line, index) => (refused.has(index) ? { ...line, unconfirmed: true } : line));
}

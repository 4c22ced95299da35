import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { type Claim, passagesFor, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import type { Talk } from "#app/domain/summary/check/talk-index.ts";
import { standsUnjudged } from "#app/domain/summary/check/word-for-word.ts";

/** Tells whether a line needs a judge: not one that the check by code has marked already, or that has no passage. */
function isAsked({ unconfirmed, segmentIds }: AnswerLine): boolean {
  return !unconfirmed && segmentIds.length > 0;
}

/** Returns the questions to a judge about the lines of an answer, in their order. */
export function claimsOfAnswer(lines: readonly AnswerLine[], talk: Talk): Claim[] {
  return lines.filter(isAsked).map((line) => ({ text: line.text, segmentIds: passagesFor(line, talk) }));
}

/**
 * Marks the lines that the judge does not confirm, and those that it did not read where they do not stand without it. `verdicts`: its answers
 * to `claimsOfAnswer`, none where it was not asked. An answer is never emptied: a contradicted line is marked too.
 */
export function judgedAnswer(
  lines: readonly AnswerLine[],
  talk: Talk,
  verdicts: readonly (Verdict | null)[],
): AnswerLine[] {
  const byLine = new Map(lines.filter(isAsked).map((line, at) => [line, verdicts[at] ?? null]));
  return lines.map((line) => {
    const verdict = byLine.get(line);
    if (verdict === undefined || verdict === "supported") return line;
    return verdict === null && standsUnjudged(talk, line) ? line : { ...line, unconfirmed: true };
  });
}

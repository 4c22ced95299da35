import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Evidence } from "#app/domain/summary/evidence.ts";
import { type Found, sourcesOf } from "#app/domain/summary/grounding/claim-sources.ts";
import { framed, hasOwnSubject } from "#app/domain/summary/grounding/frames.ts";
import { keepsOperators, keepsTense } from "#app/domain/summary/grounding/kept-operators.ts";
import { keepsOpposites } from "#app/domain/summary/grounding/opposites.ts";
import { ACCEPTS, labelWords, type Passage, passagesOf, REFUSES } from "#app/domain/summary/grounding/passages.ts";
import { isSpliced } from "#app/domain/summary/grounding/spliced-quotes.ts";
import { areNumbersTied, hasNoRival, keepsOrder } from "#app/domain/summary/grounding/tied-claims.ts";
import { type Words, wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

export type Expected = {
  /** The line is a task: a request and a plan may be written as an order. */
  isTask?: boolean;
  /** A term or a row of a table is no sentence: only its words, numbers and names are checked. */
  isTerm?: boolean;
};

/**
 * Returns the passages that carry a line, one for each clause, or null when one of its clauses was not said. A whole sentence that
 * stands as it was said carries itself. Otherwise a clause is carried by one spoken sentence of a cited segment, or by two that belong
 * together, when
 * - each of its words that claim something is there: the word itself, an inflection or a synonym; names and numbers as they are;
 * - what is denied, possible, due, wanted or conditional there is so in the line, and the other way round;
 * - a number counts the same thing, a day and a name belong to the same clause, and nobody does what was done to them;
 * - opposites stay with their things: a plan that was approved is not rejected;
 * - a question alone proves no statement;
 * - it does not join two quotations in the middle of their clauses (`isSpliced`).
 */
export function carriersOf(
  text: string,
  ids: readonly SegmentId[],
  evidence: Evidence,
  expected: Expected = {},
): Passage[] | null {
  const passages = passagesOf(ids, evidence);
  if (passages.length === 0) return null;
  const carriers = carriersIn(text, passages, evidence, expected);
  if (carriers === null || expected.isTerm === true) return carriers;
  return isSpliced(text, passages, evidence.language) ? null : carriers;
}

function carriersIn(
  text: string,
  passages: readonly Passage[],
  evidence: Evidence,
  expected: Expected,
): Passage[] | null {
  const whole = carrierOf(text, passages, evidence, expected);
  if (whole !== null) return [whole];
  if (expected.isTerm === true) return null;
  const parts = independentClauses(text, evidence.language);
  if (parts.length < 2) return null;
  const carriers = parts.map((part) => carrierOf(part, passages, evidence, expected));
  return carriers.every((carrier) => carrier !== null) ? carriers : null;
}

/** A place at which a new clause may begin. "Because" is left out: it says how two clauses belong together. */
const CLAUSE_START =
  /[.!?…]+\s+|[;:]\s+|,?\s+(?:and|but|while|y|pero|mientras|et|mais|tandis que|i|però|mentre)\s+|,\s+/giu;

/** Cuts a line where a clause with a subject of its own begins; a clause without one says something of the subject before. */
function independentClauses(text: string, language: MeetingLanguage): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(CLAUSE_START)) {
    const rest = text.slice(match.index + match[0].length);
    if (!/^[.!?…]/u.test(match[0]) && !hasOwnSubject(rest, language)) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== "");
}

function carrierOf(text: string, passages: readonly Passage[], evidence: Evidence, expected: Expected): Passage | null {
  const { language } = evidence;
  const quoted = foldedWords(text).join(" ");
  const source = passages.find(({ spoken }) => spoken.length === 1 && spoken[0]?.folded === quoted);
  if (source) return source;
  for (const { claim: body, speaker, reports } of framed(text, language)) {
    const words = wordsOf(body, language);
    if (words.claims.length === 0) continue;
    const carrier = passages.find((passage) => {
      if (speaker !== null && !isNamedIn(speaker, passage)) return false;
      return isCarriedBy(words, body, passage, evidence, { ...expected, reports });
    });
    if (carrier) return carrier;
  }
  return null;
}

function isNamedIn(name: readonly string[], { spoken }: Passage): boolean {
  return spoken.some(({ speaker }) => name.every((word) => labelWords(speaker).includes(word)));
}

type Wanted = Expected & { reports: boolean };

function isCarriedBy(words: Words, text: string, passage: Passage, evidence: Evidence, wanted: Wanted): boolean {
  const { language } = evidence;
  const found: Found[] = [];
  for (const claim of words.claims) {
    const one = sourcesOf(claim, words, text, passage, language);
    if (one === null) return false;
    found.push(one);
  }
  if (wanted.isTerm === true) return areNumbersTied(found, words, passage, language);
  return (
    isStated(found, passage, text, wanted) &&
    keepsOperators(found, words, passage, wanted) &&
    keepsTense(found) &&
    areNumbersTied(found, words, passage, language) &&
    keepsOrder(found, words, passage, language) &&
    keepsOpposites(found, words, passage, language) &&
    hasNoRival(found, passage, evidence)
  );
}

/** A question states nothing, unless its answer does, the line reports it as a question, or it is a request and the line a task. */
function isStated(found: readonly Found[], { spoken }: Passage, text: string, { isTask, reports }: Wanted): boolean {
  const [first, second] = spoken;
  if (first === undefined) return false;
  if (second === undefined) return !first.isQuestion || isTask === true || reports || text.trim().endsWith("?");
  if (!first.isQuestion) return !REFUSES.test(second.text) || uses(found, 1);
  const isNew = found.some(({ sources }) => sources.length > 0 && sources.every((source) => source.spoken === 1));
  if (REFUSES.test(second.text)) return false;
  return isTask === true || reports || isNew || ACCEPTS.test(second.text);
}

function uses(found: readonly Found[], index: number): boolean {
  return found.some(({ sources }) => sources.some((source) => source.spoken === index));
}

import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Evidence } from "#app/domain/summary/evidence.ts";
import { framed, hasOwnSubject } from "#app/domain/summary/grounding/frames.ts";
import { isGroupWord, speaksOfItself, speaksOfUs } from "#app/domain/summary/grounding/free-words.ts";
import type { Operator } from "#app/domain/summary/grounding/operators.ts";
import {
  ACCEPTS,
  labelWords,
  type Passage,
  passagesOf,
  REFUSES,
  type Spoken,
} from "#app/domain/summary/grounding/passages.ts";
import { type Claim, type Covering, meansTheSame, type Words, wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { nameWordsOf } from "#app/domain/summary/names.ts";
import { digitNumbers, numbersSaid, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** A claim of a line and the spoken claims that it may repeat, each in one sentence of the passage. */
type Found = { claim: Claim; sources: readonly { spoken: number; claim: Claim }[]; isSpeaker: boolean };

export type Expected = {
  /** The line is a task: a request and a plan may be written as an order. */
  isTask?: boolean;
  /** A term or a row of a table is no sentence: only its words, numbers and names are checked. */
  isTerm?: boolean;
};

/**
 * Returns the passages that carry a line, one for each clause, or null when one of its clauses was not said. A whole sentence that
 * stands as it was said carries itself. Otherwise a clause is carried by
 * one spoken sentence of a cited segment, or by two that belong together, when
 * - each of its words that claim something is there: the word itself, an inflection or a synonym; names and numbers as they are;
 * - what is denied, possible, due, wanted or conditional there is so in the line, and the other way round;
 * - a number counts the same thing, a day and a name belong to the same clause, and nobody does what was done to them;
 * - a question alone proves no statement.
 */
export function carriersOf(
  text: string,
  ids: readonly SegmentId[],
  evidence: Evidence,
  expected: Expected = {},
): Passage[] | null {
  const passages = passagesOf(ids, evidence);
  if (passages.length === 0) return null;
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
    const one = findIn(claim, words, text, passage, language);
    if (one === null) return false;
    found.push(one);
  }
  if (wanted.isTerm === true) return areNumbersTied(found, words, passage, language);
  return (
    isStated(found, passage, text, wanted) &&
    keepsOperators(found, words, passage, wanted) &&
    keepsTense(found, passage) &&
    areNumbersTied(found, words, passage, language) &&
    keepsOrder(found, words, passage, language) &&
    hasNoRival(found, passage, evidence)
  );
}

function findIn(claim: Claim, words: Words, text: string, passage: Passage, language: MeetingLanguage): Found | null {
  const sources = passage.spoken.flatMap((spoken, index) =>
    spoken.words.claims
      .filter((said) => meansTheSame(claim, said, language))
      .map((said) => ({ spoken: index, claim: said })),
  );
  if (sources.length > 0) return { claim, sources, isSpeaker: false };
  const all = passage.spoken.map((spoken) => spoken.text).join(" ");
  if (claim.number !== null) return areAllNumbersIn(text, all, language) ? { claim, sources, isSpeaker: false } : null;
  if (isJoinedOf(claim.word, passage)) return { claim, sources, isSpeaker: false };
  const isSpeaker = passage.spoken.some(
    (spoken) => labelWords(spoken.speaker).includes(claim.word) && speaksOfItself(spoken.text, language),
  );
  if (isSpeaker) return { claim, sources, isSpeaker: true };
  const isTeam =
    isGroupWord(claim.word, language) &&
    words.claims[claim.at + 1]?.isAfterBe !== true &&
    passage.spoken.some((spoken) => speaksOfUs(spoken.text, language));
  return isTeam ? { claim, sources, isSpeaker: true } : null;
}

/** "Twenty five" is "25" in the passage, whatever its single words are. */
function areAllNumbersIn(text: string, said: string, language: MeetingLanguage): boolean {
  const numbers = numbersSaid(said);
  return [...digitNumbers(text), ...smallNumbersClaimed(text, language)].every(
    (number) => number === "0" || number === "1" || numbers.has(number),
  );
}

/** "Timetable" is said as "time table" too. */
function isJoinedOf(word: string, { spoken }: Passage): boolean {
  return spoken.some(({ words: { claims } }) =>
    claims.some((claim, index) => word === claim.word + (claims[index + 1]?.word ?? " ")),
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

/** Operators that a line must keep when it repeats the word under them. A future may be told as a present. */
const KEPT: readonly Operator[] = ["not", "possible", "due", "wanted", "if"];

function keepsOperators(
  found: readonly Found[],
  words: Words,
  { spoken }: Passage,
  { isTask, reports }: Wanted,
): boolean {
  const isOrder = isTask === true;
  for (const operator of KEPT) {
    const own = words.operators.filter((one) => one.operator === operator);
    for (const [index, { words: said, isQuestion }] of spoken.entries()) {
      if (operator !== "not" && (isOrder || reports) && (operator !== "if" || isQuestion)) continue;
      const covering = said.operators.filter((one) => one.operator === operator);
      if (covering.some((one) => isLost(one, covering, found, index, own, words))) return false;
    }
    const isGained = own.some((one) => !isThere(one, operator, found, words, spoken));
    if (isGained) return false;
  }
  return true;
}

/** Tells whether a line repeats the words under a spoken operator, and not the operator. */
function isLost(
  one: Covering,
  all: readonly Covering[],
  found: readonly Found[],
  index: number,
  own: readonly Covering[],
  words: Words,
): boolean {
  const isUnder = (at: number) => all.filter(({ reach }) => reach.includes(at)).length % 2 === 1;
  const covered = found.filter(
    ({ sources }) =>
      sources.length > 0 && sources.every((source) => source.spoken === index && one.reach.includes(source.claim.at)),
  );
  const repeatsHead = covered.some(({ sources }) => sources.some(({ claim }) => claim.at === one.head));
  const isTriggered =
    repeatsHead || (one.isWide && covered.length > 1) || (covered.length > 0 && covered.length === found.length);
  if (!isTriggered || (one.operator === "not" && one.head !== null && !isUnder(one.head))) return false;
  if (own.length === 0) return true;
  // A denial must cover the same word; the other operators must be in the same line.
  return (
    one.operator === "not" &&
    !covered.some(({ claim }) =>
      own.some(({ reach, clause }) => reach.includes(claim.at) || clause === words.claims[claim.at]?.clause),
    )
  );
}

/** Tells whether an operator of a line was said over one of the words that it covers. */
function isThere(
  one: Covering,
  operator: Operator,
  found: readonly Found[],
  words: Words,
  spoken: readonly Spoken[],
): boolean {
  const covered = new Set(one.reach.length > 0 ? one.reach : words.claims.map(({ at }) => at));
  return spoken.some((place, index) => {
    const operators = place.words.operators.filter((said) => said.operator === operator);
    if (operators.length === 0) return false;
    const heads = found.filter(({ claim }) => covered.has(claim.at));
    return heads.some(
      ({ sources, isSpeaker }) =>
        isSpeaker ||
        sources.some(
          (source) =>
            source.spoken === index &&
            operators.filter(
              ({ reach, clause }) =>
                reach.includes(source.claim.at) || (reach.length === 0 && clause === source.claim.clause),
            ).length %
              2 ===
              1,
        ) ||
        (operator !== "not" && sources.some((source) => source.spoken === index)),
    );
  });
}

/** A future event is not reported as past, nor a past one as future. */
function keepsTense(found: readonly Found[], _passage: Passage): boolean {
  return found.every(({ claim, sources }) => {
    if (claim.tense === "other" || sources.length === 0) return true;
    const opposite = claim.tense === "past" ? "future" : "past";
    return !sources.every((source) => source.claim.tense === opposite);
  });
}

/** A number belongs to what it counts: "two files and three notes" does not say "three files". */
function areNumbersTied(
  found: readonly Found[],
  words: Words,
  { spoken }: Passage,
  language: MeetingLanguage,
): boolean {
  return found.every(({ claim, sources }) => {
    if (claim.number === null || sources.length === 0) return true;
    const [next, before] = [words.claims[claim.at + 1], words.claims[claim.at - 1]];
    const near = [
      next?.clause === claim.clause ? next : undefined,
      before?.clause === claim.clause ? before : undefined,
    ].filter((one) => one !== undefined);
    if (near.length === 0) return true;
    const [nearest] = near;
    return sources.some(({ spoken: index, claim: said }) => {
      const claims = spoken[index]?.words.claims ?? [];
      const after = claims.slice(said.at + 1, said.at + 3);
      const ahead = claims.slice(Math.max(0, said.at - 2), said.at);
      const isNextCounted = next !== undefined && nearest === next;
      // A number that counts something there counts it here; only where nothing follows is it tied to the words before it.
      return isNextCounted
        ? [...after, ...(next.time === null && after.length > 0 ? [] : ahead)].some((one) =>
            meansTheSame(next, one, language),
          )
        : [...ahead, ...after].some((one) => near.some((other) => meansTheSame(other, one, language)));
    });
  });
}

/** Three words in a row that were said the other way round exchange who acts and who is acted on, unless one is a passive. */
function keepsOrder(found: readonly Found[], words: Words, { spoken }: Passage, language: MeetingLanguage): boolean {
  return found.every((one, index) => {
    const [verb, last] = [found[index + 1], found[index + 2]];
    if (verb === undefined || last === undefined || one.claim.clause !== last.claim.clause) return true;
    if (one.claim.isAdverbial || last.claim.isAdverbial) return true;
    const isPassive = verb.claim.isAfterBe || words.hasBy;
    return !spoken.some(({ words: said, text }) =>
      said.claims.some((first, at) => {
        const [middle, end] = [said.claims[at + 1], said.claims[at + 2]];
        const speaks = one.isSpeaker || last.isSpeaker;
        if (speaks)
          return (
            last.isSpeaker &&
            speaksOfItself(text, language) &&
            !isPassive &&
            meansTheSame(verb.claim, first, language) &&
            middle !== undefined &&
            meansTheSame(one.claim, middle, language)
          );
        if (middle === undefined || end === undefined) return false;
        const wasPassive = middle.isAfterBe || said.hasBy;
        return (
          isPassive === wasPassive &&
          meansTheSame(last.claim, first, language) &&
          meansTheSame(verb.claim, middle, language) &&
          meansTheSame(one.claim, end, language) &&
          !meansTheSame(first, end, language)
        );
      }),
    );
  });
}

/**
 * A day or a name from another clause than most of the line may belong to somebody else's work: it does when the clause of the line
 * has a day or a name of its own that the line leaves out.
 */
function hasNoRival(found: readonly Found[], { spoken }: Passage, evidence: Evidence): boolean {
  const names = nameWordsOf(evidence);
  const isTime = (claim: Claim) => claim.time !== null;
  const isName = (claim: Claim) => claim.isCapital && claim.time === null && names.has(claim.word);
  const isAmount = (claim: Claim) => claim.number !== null;
  const clauseOf = (index: number, claim: Claim) => `${index}.${claim.clause}`;
  return [isTime, isName, isAmount].every((kind) => {
    const home = clauseWithMost(
      found.filter(({ claim }) => !isTime(claim) && !names.has(claim.word) && !isAmount(claim)),
    );
    if (home === null) return true;
    const used = found.filter(({ sources }) => sources.some((source) => kind(source.claim)));
    const strangers = used.filter(({ sources }) =>
      sources.every((source) => clauseOf(source.spoken, source.claim) !== home),
    );
    if (strangers.length === 0) return true;
    const own = spoken.flatMap(({ words }, index) =>
      words.claims.filter((claim) => kind(claim) && clauseOf(index, claim) === home),
    );
    return own.every((claim) => used.some(({ sources }) => sources.some((source) => source.claim === claim)));
  });
}

function clauseWithMost(found: readonly Found[]): string | null {
  const counts = new Map<string, number>();
  for (const { sources } of found) {
    for (const clause of new Set(sources.map((source) => `${source.spoken}.${source.claim.clause}`))) {
      counts.set(clause, (counts.get(clause) ?? 0) + 1);
    }
  }
  let best: string | null = null;
  for (const [clause, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = clause;
  return best;
}

import type { Found } from "#app/domain/summary/grounding/claim-sources.ts";
import type { Operator } from "#app/domain/summary/grounding/operators.ts";
import type { Passage, Spoken } from "#app/domain/summary/grounding/passages.ts";
import type { Claim, Covering, Words } from "#app/domain/summary/grounding/tokens.ts";

/** Operators that a line must keep when it repeats the word under them. A future may be told as a present. */
const KEPT: readonly Operator[] = ["not", "possible", "due", "wanted", "if", "nearly"];

/**
 * Tells whether a line keeps each operator that was said over its words, and adds none. Tasks and reported questions may drop all but
 * denials and conditions: "could you check" becomes the task "check".
 */
export function keepsOperators(
  found: readonly Found[],
  words: Words,
  { spoken }: Passage,
  { isTask, reports }: { isTask?: boolean; reports: boolean },
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

/** Tells whether an operator of a line was said over one of the words that it covers; a denial, over the word that it denies. */
function isThere(
  one: Covering,
  operator: Operator,
  found: readonly Found[],
  words: Words,
  spoken: readonly Spoken[],
): boolean {
  if (operator === "not" && one.head !== null) return isDenied(one.head, one.clause, found, spoken);
  const covered = new Set(one.reach.length > 0 ? one.reach : words.claims.map(({ at }) => at));
  const heads = found.filter(({ claim }) => covered.has(claim.at));
  return spoken.some((place, index) => {
    if (!place.words.operators.some((said) => said.operator === operator)) return false;
    return heads.some(
      ({ sources, isSpeaker }) =>
        isSpeaker ||
        sources.some((source) => source.spoken === index && (operator !== "not" || isUnderDenial(source.claim, place))),
    );
  });
}

/** Tells whether a word is denied in the sentence that has most words of its clause: "the red one is late" beside "it is not late". */
function isDenied(head: number, clause: number, found: readonly Found[], spoken: readonly Spoken[]): boolean {
  const denied = found.find(({ claim }) => claim.at === head);
  if (denied === undefined || denied.isSpeaker) return denied !== undefined;
  const shared = spoken.map(
    (_, index) =>
      found.filter(({ claim, sources }) => claim.clause === clause && sources.some((one) => one.spoken === index))
        .length,
  );
  const most = Math.max(0, ...denied.sources.map((source) => shared[source.spoken] ?? 0));
  return denied.sources.some(({ spoken: index, claim }) => {
    const place = spoken[index];
    return place !== undefined && shared[index] === most && isUnderDenial(claim, place);
  });
}

/** Two denials over one word make none. */
function isUnderDenial(claim: Claim, { words }: Spoken): boolean {
  const over = words.operators.filter(
    ({ operator, reach, clause }) =>
      operator === "not" && (reach.includes(claim.at) || (reach.length === 0 && clause === claim.clause)),
  );
  return over.length % 2 === 1;
}

/** A future event is not reported as past, nor a past one as future. */
export function keepsTense(found: readonly Found[]): boolean {
  return found.every(({ claim, sources }) => {
    if (claim.tense === "other" || sources.length === 0) return true;
    const opposite = claim.tense === "past" ? "future" : "past";
    return !sources.every((source) => source.claim.tense === opposite);
  });
}

import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Evidence } from "#app/domain/summary/evidence.ts";
import type { Found } from "#app/domain/summary/grounding/claim-sources.ts";
import { speaksOfItself } from "#app/domain/summary/grounding/free-words.ts";
import type { Passage } from "#app/domain/summary/grounding/passages.ts";
import { type Claim, meansTheSame, type Words } from "#app/domain/summary/grounding/tokens.ts";
import { nameWordsOf } from "#app/domain/summary/names.ts";

// Claims that belong together in a passage must belong together in the line: a number and what it counts, who acts and who is acted on,
// and a day, a name or an amount and its clause.

/** A number belongs to what it counts: "two files and three notes" does not say "three files". */
export function areNumbersTied(
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
export function keepsOrder(
  found: readonly Found[],
  words: Words,
  { spoken }: Passage,
  language: MeetingLanguage,
): boolean {
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
export function hasNoRival(found: readonly Found[], { spoken }: Passage, evidence: Evidence): boolean {
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

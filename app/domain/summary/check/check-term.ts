import { type Checked, checkFactsOnly, hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { factsOf, isHeard } from "#app/domain/summary/check/find-facts.ts";
import { findPlaces } from "#app/domain/summary/check/find-places.ts";
import { formsOf, isTranslated, widened } from "#app/domain/summary/check/talk-index.ts";
import { isInstruction } from "#app/domain/summary/instructions.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** A keyword sums up: most of its words were said in one place, all of them where it has three or fewer. */
const SAID_SHARE_MIN = 0.7;

/** Checks a keyword or a tag. A tag that is written as one word is read as its words too. */
export function checkTerm(checker: Checker, text: string, cited: readonly SegmentId[]): Checked {
  const { talk, factsAt } = checker;
  if (!hasRules(talk)) return checkFactsOnly(talk, text, cited);
  const readings = [...new Set([text, spaced(text)])].map((reading) => {
    const forms = formsOf(reading, talk.written, isTranslated(talk));
    return { forms, places: findPlaces(talk, forms, cited) };
  });
  const [best] = readings.toSorted((a, b) => b.places.share - a.places.share);
  if (best === undefined) return { isConfirmed: false, segmentIds: [], places: findPlaces(talk, new Set(), cited) };
  const { forms, places } = best;
  const numbers = factsOf(spaced(text), talk).filter(({ kind }) => kind !== "name");
  const isSaid = (fact: (typeof numbers)[number]) =>
    places.ranges.some((range) => isHeard(fact, factsAt(widened(talk, range, 2)), talk));
  const isNear = isTranslated(talk) ? places.ranges.length > 0 : places.shared >= forms.size * SAID_SHARE_MIN;
  const isConfirmed = places.ranges.length > 0 && isNear && !isInstruction(text) && numbers.every(isSaid);
  return { isConfirmed, segmentIds: places.segmentIds, places };
}

function spaced(term: string): string {
  return term.replace(/_/gu, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}

import { type Checked, checkFactsOnly, hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import { type Fact, factsOf, isCountedThere, isHeard, isReckoned } from "#app/domain/summary/check/find-facts.ts";
import { findPlaces, type Places } from "#app/domain/summary/check/find-places.ts";
import type { HeardFacts } from "#app/domain/summary/check/heard-in.ts";
import {
  coverOf,
  formsOf,
  isFormIn,
  isTranslated,
  type Range,
  type Talk,
  widened,
  withNeighbours,
  windowAt,
} from "#app/domain/summary/check/talk-index.ts";
import { isReplaced } from "#app/domain/summary/check/last-word.ts";
import { isNotAgreed } from "#app/domain/summary/check/not-agreed.ts";
import { isSaidOfAnother } from "#app/domain/summary/check/other-name.ts";
import { hasAnotherValue } from "#app/domain/summary/check/other-value.ts";
import { isSpeakerThere } from "#app/domain/summary/check/speaker-there.ts";
import { isInstruction } from "#app/domain/summary/instructions.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { isCommonUnit, isMonth, NO_UNIT } from "#app/domain/summary/words/units.ts";
import { isRather } from "#app/domain/transcript/spoken-language.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

export type Checker = { talk: Talk; factsAt: (range: Range) => HeardFacts };

/** Words around a place among which a fact of a line may stand; names are said less often. */
const FACTS_AROUND = 40;
const NAMES_AROUND = 150;
/** A fact that stands elsewhere is the line's when so much of the line's best place is said around it. */
const ELSEWHERE_MIN = 0.7;
const ELSEWHERE_AROUND = 10;
/** A word that follows so many numbers of the talk is a unit: "hours", and not "exactly". */
const UNIT_NUMBERS_MIN = 2;
/** A longer line shares at least two words with its place. */
const LONG_FORMS = 4;
/** An order to an assistant has a line when it has more of the line's words than the place, and at least half of them. */
const ORDERED_SHARE = 0.5;

/**
 * Checks a line by code: numbers, amounts, times, dates, addresses and names were said in its places or near them, and the line shares
 * words with them. A line that only an order to an assistant says is not confirmed. Nothing here proves that the line is true: that is
 * for a judge (ports/language-model.ts).
 */
export function checkText(checker: Checker, text: string, cited: readonly SegmentId[]): Checked {
  const { talk } = checker;
  if (!hasRules(talk)) return checkFactsOnly(talk, text, cited);
  const forms = formsOf(text, talk.written, isTranslated(talk));
  const places = findPlaces(talk, forms, cited);
  const isConfirmed =
    isAnchored(talk, forms, places, cited) &&
    itemSentences(text, talk.written).every(
      (sentence) =>
        !isInstruction(sentence) &&
        !isNotAgreed(checker, sentence, places.ranges) &&
        isShared(talk, sentence, places) &&
        !isOrdered(talk, sentence, places) &&
        factsOf(sentence, talk).every((fact) => isSaidNear(checker, fact, sentence, places)),
    );
  return { isConfirmed, segmentIds: places.segmentIds, places };
}

/** Tells whether the line has to do with its places. Words of one language are not found in another: there a citation must do. */
function isAnchored(talk: Talk, forms: ReadonlySet<string>, places: Places, cited: readonly SegmentId[]): boolean {
  if (places.ranges.length === 0) return false;
  if (isTranslated(talk)) {
    const citesOrders = cited.some((id) => (talk.heard[talk.positions.get(id) ?? -1]?.orders ?? "") !== "");
    // Beside orders to an assistant a line may be the assistant's answer: a citation alone does not do.
    const isCited = talk.orders.length === 0 && cited.some((id) => talk.positions.has(id));
    return !citesOrders && (places.shared > 0 || isCited);
  }
  return places.shared >= sharedMin(talk, forms);
}

function sharedMin({ orders }: Talk, forms: ReadonlySet<string>): number {
  const least = forms.size > LONG_FORMS ? 2 : 1;
  // Beside orders to an assistant a line may be the assistant's own.
  return orders.length === 0 ? least : Math.max(least, Math.ceil(forms.size * ORDERED_SHARE));
}

/** Tells whether a sentence shares words with the line's places, or with a place of its own. "Yes." has nothing to share. */
function isShared(talk: Talk, sentence: string, { ranges }: Places): boolean {
  const forms = formsOf(sentence, talk.written, isTranslated(talk));
  if (isTranslated(talk)) {
    // A line that stayed in the language of the talk is not what was asked for.
    if (isRather(sentence, talk.language, talk.written)) return false;
    return talk.orders.length === 0 || forms.size === 0 || findPlaces(talk, forms, []).shared > 0;
  }
  if (forms.size === 0) return true;
  const near = ranges.map((range) => widened(talk, range, 2));
  const shared = [...forms].filter((form) => near.some((range) => isFormIn(talk, form, range))).length;
  return shared >= sharedMin(talk, forms) || findPlaces(talk, forms, []).shared >= sharedMin(talk, forms);
}

/** Tells whether a sentence repeats an order to an assistant rather than what people said. */
function isOrdered(talk: Talk, sentence: string, { ranges }: Places): boolean {
  if (talk.orders.length === 0) return false;
  const forms = [...formsOf(sentence, talk.written, isTranslated(talk))];
  const said = forms.filter((form) =>
    ranges.some((range) => coverOf(talk, [form], widened(talk, range, 2)) > 0),
  ).length;
  return talk.orders.some((order) => {
    const ordered = forms.filter((form) => order.has(form)).length;
    return ordered > said && ordered >= forms.length * ORDERED_SHARE;
  });
}

/** A fact stands near one of the places, or elsewhere among as many of the sentence's words. */
function isSaidNear(checker: Checker, fact: Fact, sentence: string, places: Places): boolean {
  const { talk, factsAt } = checker;
  if (fact.kind === "speaker") return isSpeakerThere(talk, fact.words, sentence, places);
  const facts = factsOf(sentence, talk);
  if (isReplaced(talk, fact, { facts, ranges: places.ranges, factsAt })) return false;
  const around = fact.kind === "name" ? NAMES_AROUND : FACTS_AROUND;
  const near = places.ranges.map((range) => factsAt(withNeighbours(talk, range, around)));
  if (fact.kind === "number" && isDateSaid(checker, fact, places)) return true;
  if (fact.kind === "number" && near.some((heard) => isReckoned(fact.value, numbersOf(sentence, talk), heard)))
    return true;
  const found = near.some((heard) => isHeard(fact, heard, talk)) ? near : saidElsewhere(checker, fact, sentence);
  if (found.length === 0) return false;
  const line = { sentence, facts, ranges: places.ranges };
  if (fact.kind === "name" && isSaidOfAnother(talk, fact, line)) return false;
  const everywhere = factsAt({ from: 0, to: talk.heard.length }).byUnit;
  const isUnit = (unit: string) =>
    !isMonth(unit) && (isCommonUnit(unit) || (everywhere.get(unit)?.size ?? 0) >= UNIT_NUMBERS_MIN);
  if ((fact.kind === "number" || fact.kind === "day") && hasAnotherValue(talk, fact, line, isUnit)) return false;
  if (fact.kind !== "number" || isCountedThere(fact, [...near, ...found], isUnit)) return true;
  // "Sixty-five each, and we need twenty. Thirteen hundred.": a number that stands alone counts what was spoken of just before.
  const close = places.ranges.map((range) => factsAt(withNeighbours(talk, range, ELSEWHERE_AROUND)));
  return close.some(({ byUnit }) => byUnit.get(NO_UNIT)?.has(fact.value));
}

/** "8 June": a date is as particular as a name, and may be said as far from what it is the date of. */
function isDateSaid(
  { talk, factsAt }: Checker,
  { value, units }: Fact & { kind: "number" },
  { ranges }: Places,
): boolean {
  const months = units.filter(isMonth);
  return months.some((month) =>
    ranges.some((range) =>
      factsAt(withNeighbours(talk, range, NAMES_AROUND))
        .byUnit.get(month)
        ?.has(value),
    ),
  );
}

function numbersOf(sentence: string, talk: Talk): string[] {
  return factsOf(sentence, talk).flatMap((fact) => (fact.kind === "number" ? [fact.value] : []));
}

/** Returns places that have the fact and as much of the sentence as any; none where nothing but the fact could show them. */
function saidElsewhere({ talk, factsAt }: Checker, fact: Fact, sentence: string): HeardFacts[] {
  const own = new Set(factForms(fact));
  const context = [...formsOf(sentence, talk.written, isTranslated(talk))].filter((form) => !own.has(form));
  if (context.length === 0) return [];
  const windows = windowsWith(talk, context).map((range) => ({ range, cover: coverOf(talk, context, range) }));
  const best = windows.reduce((most, { cover }) => Math.max(most, cover), 0);
  return windows
    .filter(({ cover }) => cover >= best * ELSEWHERE_MIN)
    .map(({ range }) => factsAt(withNeighbours(talk, range, ELSEWHERE_AROUND)))
    .filter((heard) => isHeard(fact, heard, talk));
}

function factForms(fact: Fact): string[] {
  return fact.kind === "number" ? [fact.value] : fact.kind === "name" ? [fact.word] : [];
}

function windowsWith(talk: Talk, forms: readonly string[]): Range[] {
  const starts = new Set(forms.flatMap((form) => talk.found.get(form) ?? []));
  return [...starts].map((from) => windowAt(talk, from));
}

import type { MeetingLanguage } from "#app/domain/languages.ts";
import { type Evidence, isSupported, isTranslated, type Said, saidIn } from "#app/domain/summary/evidence.ts";
import { namesIn, openingNames } from "#app/domain/summary/names.ts";
import { areTied } from "#app/domain/summary/tied-words.ts";
import { areDaysSaid } from "#app/domain/summary/words/calendar.ts";
import { denialsIn, isDenial, mayDeny } from "#app/domain/summary/words/negation.ts";
import { allNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** Number of neighbouring segments before and after a cited one: a spoken sentence rarely ends where a segment does. */
export const NEIGHBOURS = 1;
/** Minimum share of a sentence's own content words that must have been said in the cited segments or beside them. */
const SAID_SHARE_MIN = 0.6;

/** "No, never." answers an earlier statement. */
const SHORT_ANSWER_STEMS = 2;

/** An address, a file, a number with signs in it, and other text that is read as one piece. */
const JOINED = /[\p{L}\p{N}]+(?:[.@/:\\_=?&#%+-]+[\p{L}\p{N}]+)+/gu;
/** "One" and "un" are articles and pronouns more often than numbers. */
const NO_CLAIM: ReadonlySet<string> = new Set(["0", "1"]);

/**
 * Tells whether one sentence of a model was said in the segments that it cites, as far as words can show:
 * - it shares content with the segments themselves, and most of its content words occur there or in the neighbours;
 * - every number, name, weekday, month and address occurs there too;
 * - words that it puts side by side were said together, not in unrelated segments;
 * - it denies only what somebody denied, and asserts nothing that was denied.
 *
 * In another language than the talk's, words cannot be compared, and names of places, firms and months change with the language.
 * Only numbers, weekdays and months by their meaning, and addresses, which no translation changes, are checked.
 */
export function isSentenceSaid(
  text: string,
  segmentIds: readonly SegmentId[],
  evidence: Evidence,
  /** Stems that claim nothing: those of the question being answered, or words used for reporting. */
  free: ReadonlySet<string>,
): boolean {
  const near = saidIn(evidence, segmentIds, NEIGHBOURS);
  if (!isSupported(text, saidIn(evidence, segmentIds, 0), evidence)) return false;
  if (!areNumbersSaid(text, near, evidence.written)) return false;
  if (!areDaysSaid(text, near.words)) return false;
  if (!joinedIn(text).every((word) => near.words.has(word) || near.speakers.has(word))) return false;
  if (isTranslated(evidence)) return true;
  const { language } = evidence;
  const isSaid = (word: string) =>
    near.words.has(word) || near.speakers.has(word) || near.stems.has(stem(word, language));
  return (
    isMostlySaid(text, near, free, language) &&
    [...namesIn(text, language), ...openingNames(text, evidence)].every(isSaid) &&
    areTied(text, segmentIds, evidence) &&
    !isTurnedRound(text, near, language)
  );
}

function isMostlySaid(text: string, said: Said, free: ReadonlySet<string>, language: MeetingLanguage): boolean {
  const own = [...new Set(contentStems(text, language))].filter((one) => !free.has(one));
  const found = own.filter((one) => said.stems.has(one) || said.speakers.has(one)).length;
  return found >= own.length * SAID_SHARE_MIN;
}

/** Checks every number, including small ones: "two of three" is not "nine of three". */
function areNumbersSaid(text: string, said: Said, language: MeetingLanguage): boolean {
  const claimed = new Set(allNumbersClaimed(text, language));
  return [...claimed].every((number) => NO_CLAIM.has(number) || said.numbers.has(number));
}

/** Returns the words of every joined piece; amounts and dates in digits are numbers, and checked as such. */
function joinedIn(text: string): string[] {
  return [...text.matchAll(JOINED)]
    .filter(([piece]) => /[.@/:\\_=?&#%+]/u.test(piece) && /\p{L}/u.test(piece))
    .flatMap(([piece]) => foldedWords(piece));
}

/**
 * Tells whether a sentence says the opposite of the segments that it cites: it denies something that nobody there denies or
 * refuses; or it denies nothing and contains everything that the similar sentences there deny ("we will not launch in March").
 */
function isTurnedRound(text: string, said: Said, language: MeetingLanguage): boolean {
  const denials = denialsIn(text, language);
  if (denials.length > 0) return !denials.every((stems) => isDenied(stems, said, language));
  const own = new Set(contentStems(text, language));
  const denied = denialsIn(said.text, language).filter((stems) => stems.length > 0);
  const turned = denied.find((stems) => stems.length > 1 && stems.every((one) => own.has(one)));
  if (turned === undefined) return false;
  return !isAlsoAsserted(turned, said.text, language);
}

/** Tells whether somebody denied or refused one of the words, or denied in an answer of one or two words. */
function isDenied(stems: readonly string[], said: Said, language: MeetingLanguage): boolean {
  return said.texts.some((text) => {
    if (!mayDeny(text, language)) return false;
    const there = new Set(contentStems(text, language));
    return stems.length === 0 || there.size <= SHORT_ANSWER_STEMS || stems.some((one) => there.has(one));
  });
}

/** Another person may assert what one person denies; the sentence may then report the assertion. */
function isAlsoAsserted(stems: readonly string[], text: string, language: MeetingLanguage): boolean {
  return text
    .split(/[.!?…]+/u)
    .filter((sentence) => !isDenial(sentence, language))
    .some((sentence) => {
      const there = new Set(contentStems(sentence, language));
      return stems.every((one) => there.has(one));
    });
}

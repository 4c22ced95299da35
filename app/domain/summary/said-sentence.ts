import type { MeetingLanguage } from "#app/domain/languages.ts";
import { type Evidence, isSupported, isTranslated, type Said, saidIn } from "#app/domain/summary/evidence.ts";
import { namesIn, openingNames } from "#app/domain/summary/names.ts";
import { areTied } from "#app/domain/summary/tied-words.ts";
import { areDaysSaid } from "#app/domain/summary/words/calendar.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import { denialsIn, isDenial, mayDeny } from "#app/domain/summary/words/negation.ts";
import { digitNumbers, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** The segments before and after a cited one: a sentence of talk rarely ends where a segment does. */
export const NEIGHBOURS = 1;
/** Of a sentence's own content words, how many have to have been said where it points. */
const SAID_SHARE_MIN = 0.6;

/** "No, never." answers what was said before it. */
const SHORT_ANSWER_STEMS = 2;

/** An address, a file, a number with signs in it, and anything else that is read as one piece. */
const JOINED = /[\p{L}\p{N}]+(?:[.@/:\\_=?&#%+-]+[\p{L}\p{N}]+)+/gu;
/** "One" and "un" are articles and pronouns more often than numbers. */
const NO_CLAIM: ReadonlySet<string> = new Set(["0", "1"]);

/**
 * Whether one sentence of a model was said in the segments that it points at, as far as words can tell:
 * - it shares content with the segments themselves, and most of its content words stand there or right beside;
 * - every number, name, weekday, month and address stands there too;
 * - words that it puts side by side were said together, not in segments that have nothing to do with each other;
 * - it denies nothing that nobody denied, and asserts nothing that was denied.
 *
 * In another language than the talk's, words cannot be looked for, and names of places, firms and months change with the
 * language: what is left are numbers, weekdays and months by their meaning, and addresses, which no translation changes.
 */
export function isSentenceSaid(
  text: string,
  segmentIds: readonly SegmentId[],
  evidence: Evidence,
  /** Stems that claim nothing: those of a question that is answered, or words in which one reports. */
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

/** Every number, the small ones too: "two of three" is not "nine of three". */
function areNumbersSaid(text: string, said: Said, language: MeetingLanguage): boolean {
  const claimed = new Set([...digitNumbers(text), ...smallNumbersClaimed(text, language)]);
  return [...claimed].every((number) => NO_CLAIM.has(number) || said.numbers.has(number));
}

/** The words of everything that is read as one piece; amounts and dates in digits are numbers, and looked for as such. */
function joinedIn(text: string): string[] {
  return [...text.matchAll(JOINED)]
    .filter(([piece]) => /[.@/:\\_=?&#%+]/u.test(piece) && /\p{L}/u.test(piece))
    .flatMap(([piece]) => foldedWords(piece));
}

/**
 * Whether a sentence says the opposite of what it points at: it denies where nobody there denies or refuses anything; or it
 * denies nothing and yet holds all that every sentence like it denies ("we will not launch in March").
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

/** Whether somebody denied or refused one of the words, or answered in a word or two that it is not so. */
function isDenied(stems: readonly string[], said: Said, language: MeetingLanguage): boolean {
  return said.texts.some((text) => {
    if (!mayDeny(text, language)) return false;
    const there = new Set(contentStems(text, language));
    return stems.length === 0 || there.size <= SHORT_ANSWER_STEMS || stems.some((one) => there.has(one));
  });
}

/** What one denies another may assert: then the sentence may be the other's. */
function isAlsoAsserted(stems: readonly string[], text: string, language: MeetingLanguage): boolean {
  return text
    .split(/[.!?…]+/u)
    .filter((sentence) => !isDenial(sentence, language))
    .some((sentence) => {
      const there = new Set(contentStems(sentence, language));
      return stems.every((one) => there.has(one));
    });
}

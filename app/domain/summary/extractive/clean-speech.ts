import { eachLanguage, NO_MATCH } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { ASIDES, BARE_OPENERS, FILLERS, OPENERS } from "#app/domain/summary/extractive/common-words.ts";

const OPENERS_MAX = 4;
/** No spoken sentence is longer; text of a broken source is cut before the patterns run over it. */
const SPOKEN_CHARS_MAX = SUMMARY_ITEM_CHARS_MAX - 1;

const EDGE = "(?<![\\p{L}\\p{N}'’])";
const EDGE_END = "(?![\\p{L}\\p{N}'’])";

/** Longer phrases first: "so to speak" before "so". An apostrophe may be straight or curved. */
const oneOf = (list: readonly string[]) =>
  list
    .toSorted((a, b) => b.length - a.length)
    .map((words) => words.replaceAll(/[.?]/gu, "\\$&").replaceAll("'", "['’]"))
    .join("|");

const FILLER = eachLanguage(
  (language) => new RegExp(`,?\\s*${EDGE}(?:${oneOf(FILLERS[language])})${EDGE_END}\\s*,?`, "giu"),
  NO_MATCH,
);
const ASIDE = eachLanguage(
  (language) => new RegExp(`,\\s*(?:${oneOf(ASIDES[language])})\\s*(?:,|(?=[.?!]|$))`, "giu"),
  NO_MATCH,
);
const OPENER = eachLanguage((language) => {
  const [any, bare] = [oneOf(OPENERS[language]), oneOf(BARE_OPENERS[language])];
  return new RegExp(`^(?:(?:${any})${EDGE_END}\\s*[,.:;!…]+\\s*|(?:${bare})${EDGE_END}[\\s-]*)`, "iu");
}, NO_MATCH);

/**
 * Returns the sentence for quotation: cleaned, in sentence case, with an end. Empty when it holds only fillers. Words are left out (fillers,
 * repetitions, words that only open a turn), never added or changed, except for the capital at the start and the full stop at the end.
 */
export function cleanSpeech(raw: string, language: MeetingLanguage): string {
  const words = tidy(
    cleanText(raw, SPOKEN_CHARS_MAX)
      .replace(/\{[^{}]{0,60}\}|\[[^[\]]{0,60}\]|♪/gu, " ")
      .replace(/\s+/gu, " ")
      // Capitals are an abbreviation: an HMM is no hesitation.
      .replace(FILLER[language], (filler) => (/\p{Lu}{2}/u.test(filler) ? filler : " ")),
  );
  // Openers go first: an aside takes the comma along by which an opener is known.
  const plain = tidy(withoutOpeners(words, language).replace(ASIDE[language], " "));
  const text = withoutOpeners(withoutStutter(plain), language);
  return sentenceCase(tidy(text));
}

function withoutOpeners(text: string, language: MeetingLanguage): string {
  let rest = text;
  for (let count = 0; count < OPENERS_MAX; count += 1) {
    const shorter = rest
      .replace(/^[\s,.;:…¿¡-]+(?=[\p{L}\p{N}])/u, (marks) => (/[¿¡]/u.test(marks) ? marks.trim().slice(-1) : ""))
      .replace(OPENER[language], "");
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest;
}

/** Removes repetitions: "the the", "we we we", "in the in the", "I gue- I guess". */
function withoutStutter(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])(\p{L}{1,8})\s?-\s+(?=\1)/giu, "")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+ [\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+ [\p{L}'’]+ [\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1");
}

/** Removes spaces and commas that omitted words left behind, and spaces before punctuation in tokenised transcripts. */
function tidy(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/\s+([,.;:!?…%)])/gu, "$1")
    .replace(/([(¿¡])\s+/gu, "$1")
    .replace(/(\p{L})\s(['’](?:s|t|re|ve|ll|d|m)(?!\p{L}))/giu, "$1$2")
    .replace(/,(?:\s*,)+/gu, ",")
    .replace(/[,;:-]+\s*([.?!])/gu, "$1")
    .replace(/^[\s,.;:!?…-]+/u, "")
    .replace(/[\s,;:-]+$/u, "")
    .trim();
}

function sentenceCase(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) return "";
  const capital = text.replace(
    /^([¿¡"“«(]*)(\p{Ll})/u,
    (_, marks: string, letter: string) => marks + letter.toUpperCase(),
  );
  return /[…\p{Sentence_Terminal}]["'”’»)」』]*$/u.test(capital) || !ENDS_WITH_A_DOT.test(capital)
    ? capital
    : `${capital}.`;
}

/** Sentences of other scripts end with another sign, or with none. */
const ENDS_WITH_A_DOT =
  /^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Armenian}\p{Script=Ethiopic}]*$/u;

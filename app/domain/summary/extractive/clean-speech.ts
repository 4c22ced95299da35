import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldWord } from "#app/domain/transcript/fold.ts";

/**
 * Cleans speech into written sentences: removes fillers, false starts and the small words that only open a turn. Words are left
 * out, never added or changed, except for the capital at the start and the full stop at the end.
 */
const FILLERS: Record<MeetingLanguage, string> = {
  en: "um+|uh+|eh+|uhm+|erm*|hm+|mm+-?hm+|mm+|ah|oh",
  es: "eh+|em+|mmm*|ah|oh|o sea|¿sabes\\?|¿no\\?|por así decirlo",
  fr: "euh+|heu+|hum+|ah|oh|hein",
  ca: "eh+|emm+|mmm+|ah|oh|o sigui|¿saps\\?|¿oi\\?",
};
/** Phrases that are fillers only between commas: "it is, you know, late", but not "do you know the price". */
const ASIDES: Record<MeetingLanguage, string> = {
  en: "you know|I mean|like|like I said|sort of|kind of",
  es: "digamos|sabes|ya sabes|la verdad",
  fr: "tu vois|vous voyez|tu sais|disons|quoi",
  ca: "diguem|saps|ja saps|la veritat",
};
/**
 * Small words that only open a turn. Words that may also begin the statement itself ("No sabemos", "Right of way") are removed
 * only before punctuation. Words that say how sure somebody is ("I think") stay.
 */
const CONNECTORS: Record<MeetingLanguage, string> = {
  en: "so(?! (?:far|long|much|many|that|do|did|does|is|are|was|were)(?!\\p{L}))|and|but|okay|ok|yeah|yep",
  es: "y|pero|pues|entonces|así que|es que|ok|okay",
  fr: "et|mais|donc|ben|bon ben|ok|okay",
  ca: "i|però|doncs|llavors|ok|okay",
};
const INTERJECTIONS: Record<MeetingLanguage, string> = {
  en: "well|yes|no|right|alright|all right|now|then|anyway|basically|actually|sure|also|great|good|cool|fine|perfect|exactly|agreed|thanks|thank you",
  es: "sí|no|bueno|vale|claro|a ver|mira|mirad|oye|vamos|la verdad|bien|ya|perfecto|genial|de acuerdo|nada|exacto|gracias",
  fr: "bon|alors|voilà|oui|non|d'accord|écoutez|écoute|bien|très bien|en fait|parfait|exactement|merci",
  ca: "bé|bueno|vale|d'acord|sí|no|és clar|clar|a veure|mira|mireu|perfecte|molt bé|exacte|gràcies",
};
const OPENERS_MAX = 4;
/** No spoken sentence is longer; text of a broken source is cut before the patterns run over it. */
const SPOKEN_CHARS_MAX = SUMMARY_ITEM_CHARS_MAX - 1;

const EDGE = "(?<![\\p{L}\\p{N}'’])";
const EDGE_END = "(?![\\p{L}\\p{N}'’])";

const FILLER = eachLanguage((language) => new RegExp(`,?\\s*${EDGE}(?:${FILLERS[language]})${EDGE_END}\\s*,?`, "giu"));
const ASIDE = eachLanguage((language) => new RegExp(`,\\s*(?:${ASIDES[language]})\\s*(?:,|(?=[.?!]|$))`, "giu"));
const OPENER = eachLanguage(
  (language) =>
    new RegExp(
      `^(?:(?:${CONNECTORS[language]})${EDGE_END}[\\s,.:;…-]*|(?:${INTERJECTIONS[language]})${EDGE_END}\\s*[,.:;!…]+\\s*)`,
      "iu",
    ),
);

/** Returns the sentence for quotation: cleaned, in sentence case, with an end. Empty when it holds only fillers. */
export function cleanSpeech(raw: string, language: MeetingLanguage): string {
  let text = tidy(
    cleanText(raw, SPOKEN_CHARS_MAX)
      .replace(/\{[^{}]{0,60}\}|\[[^[\]]{0,60}\]|♪/gu, " ")
      .replace(/\s+/gu, " ")
      .replace(FILLER[language], " ")
      .replace(ASIDE[language], " "),
  );
  text = withoutOpeners(withoutStutter(withoutFalseStarts(text, language)), language);
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

/** English has no word of one consonant; a lone one is the start of an unfinished word. */
const LONE_CONSONANT = /(?<![\p{L}\p{N}'’_.-])[b-hj-np-z] (?=\p{L})/gu;

/**
 * Removes pieces of a word right before the word itself ("wh whether", "facto factors"); complete small words stay ("for four").
 */
function withoutFalseStarts(text: string, language: MeetingLanguage): string {
  const whole = language === "en" ? text.replace(LONE_CONSONANT, "") : text;
  return whole.replace(/(?<![\p{L}\p{N}'’-])(\p{Ll}{1,5}),? (?=\1\p{L})/gu, (piece, start: string) =>
    start.length > 1 && isStopWord(foldWord(start), language)
      ? piece
      : start.length === 1 && /[aioyeuàéèóò]/u.test(start)
        ? piece
        : "",
  );
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
  return /[.?!…]["'”’»)]*$/u.test(capital) ? capital : `${capital}.`;
}

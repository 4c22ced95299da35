import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { withoutRestarts } from "#app/domain/summary/extractive/restarts.ts";

/**
 * Cleans speech into written sentences: removes fillers, false starts and the small words that only open a turn. Words are left
 * out, never added or changed, except for the capital at the start and the full stop at the end.
 */
const FILLERS: Record<MeetingLanguage, string> = {
  en: "(?:uh|mm|a+) ?-? ?huh|um+|uh+|eh+|uhm+|erm*|hm+|mm+-?hm+|mm+|ah|oh",
  es: "eh+|em+|mmm*|ah|oh|o sea|¿sabes\\?|¿no\\?|¿vale\\?|por así decirlo",
  fr: "euh+|heu+|hum+|ah|oh|hein",
  ca: "eh+|emm+|mmm+|ah|oh|o sigui|¿saps\\?|¿oi\\?|¿vale\\?",
};
/** The address of the person in the chair: it says nothing about who does what. */
const CHAIR: Record<MeetingLanguage, string> = {
  en: "(?:mr|mrs|ms|mister|madam)\\.? ?(?:chair(?:man|woman|person)?|speaker|president)",
  es: "señora? president[ea]",
  fr: "monsieur le président|madame la présidente",
  ca: "senyora? president[ae]?",
};
/**
 * Phrases that are fillers only between commas, or between a comma and the end: "it is, you know, late", but not "do you know the
 * price". Tags stay: "one battery, right?" asks.
 */
const ASIDES: Record<MeetingLanguage, string> = {
  en: "you know|you see|I mean|like|(?:like|as) I said|sort of|kind of|(?:okay|ok|yeah)(?!\\s*\\?)|by the way|let['’]s see|so to speak|(?<!left,\\s*)right(?=,? (?:and|so|but|I|we|you|it|that|this)(?!\\p{L}))",
  es: "digamos|sabes|ya sabes|la verdad|vale|por cierto|como (?:os |te )?(?:decía|he dicho)|quiero decir",
  fr: "tu vois|vous voyez|tu sais|vous savez|disons|quoi|voilà|bref|en gros|au fait|comme (?:je disais|j['’]ai dit)|je veux dire",
  ca: "diguem|saps|ja saps|la veritat|vale|per cert|com (?:us |et )?(?:deia|he dit)|vull dir",
};
/**
 * Small words that only open a turn. Words that may also begin the statement itself ("No sabemos", "Right of way") are removed
 * only before punctuation. Words that say how sure somebody is ("I think") stay.
 */
const CONNECTORS: Record<MeetingLanguage, string> = {
  en: "so(?! (?:far|long|much|many|that|do|did|does|is|are|was|were)(?!\\p{L}))|and|but|okay|ok|yeah|yep|I mean(?=,? (?:it|there|we|you|they|he|she|I|if|when|the|an?|my|our|this|that(?=['’]))['’ ])",
  es: "y|pero|pues|entonces|así que|es que|ok|okay|(?:la verdad|lo que pasa|el caso) es que",
  fr: "et|mais|donc|ben|bon ben|ok|okay|du coup|le (?:truc|fait),? c['’]est que",
  ca: "i|però|doncs|llavors|ok|okay|(?:la veritat|el que passa|el cas) és que",
};
const INTERJECTIONS: Record<MeetingLanguage, string> = {
  en: "well|yes|no|right|alright|all right|now|then|anyway|basically|actually|sure|also|great|good|cool|fine|perfect|exactly|agreed|thanks|thank you|I mean|you know|you see|(?:like|as) I said|let['’]s see|let me see|by the way|again|look|listen|hey|guys|folks|everyone|everybody",
  es: "sí|no|bueno|vale|claro|a ver|mira|mirad|oye|vamos|la verdad|bien|ya|perfecto|genial|de acuerdo|nada|exacto|gracias|por cierto|como (?:os |te )?(?:decía|he dicho)|quiero decir|en fin|hombre|oíd|escuchad?|chic[oa]s",
  fr: "bon|alors|voilà|oui|non|d'accord|écoutez|écoute|bien|très bien|en fait|parfait|exactement|merci|eh bien|bref|en gros|au fait|à vrai dire|je veux dire|vous savez|tu sais|vous voyez|tu vois|disons|comme (?:je disais|j['’]ai dit)|les amis",
  ca: "bé|bueno|vale|d'acord|sí|no|és clar|clar|a veure|mira|mireu|perfecte|molt bé|exacte|gràcies|per cert|com (?:us |et )?(?:deia|he dit)|vull dir|en fi|home|escolteu|escolta|nois|noies",
};
const OPENERS_MAX = 4;
/** No spoken sentence is longer; text of a broken source is cut before the patterns run over it. */
const SPOKEN_CHARS_MAX = SUMMARY_ITEM_CHARS_MAX - 1;

const EDGE = "(?<![\\p{L}\\p{N}'’])";
const EDGE_END = "(?![\\p{L}\\p{N}'’])";

const FILLER = eachLanguage((language) => new RegExp(`,?\\s*${EDGE}(?:${FILLERS[language]})${EDGE_END}\\s*,?`, "giu"));
const ASIDE = eachLanguage(
  (language) => new RegExp(`,\\s*(?:${ASIDES[language]}|${CHAIR[language]})\\s*(?:,|(?=[.?!]|$))`, "giu"),
);
const OPENER = eachLanguage(
  (language) =>
    new RegExp(
      `^(?:(?:${CONNECTORS[language]})${EDGE_END}[\\s,.:;…-]*|(?:${INTERJECTIONS[language]}|${CHAIR[language]})${EDGE_END}\\s*[,.:;!…]+\\s*)`,
      "iu",
    ),
);

/** Returns the sentence for quotation: cleaned, in sentence case, with an end. Empty when it holds only fillers. */
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
  const text = withoutOpeners(withoutRestarts(plain, language), language);
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

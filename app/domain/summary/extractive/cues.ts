import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  ABOUT_MEETING,
  ANNOUNCING,
  DECIDING,
  HOUSEKEEPING,
  JOINING,
  LEANING,
  PLANNING,
  UNFINISHED,
} from "#app/domain/summary/extractive/common-words.ts";

/** Signs in the words of a sentence of its use as a quotation (common-words.ts). */

/** Words between spaces, so that a phrase is found at the edges of words only. Accents stay: "él" is no article. */
const spaced = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;

const phrasesOf = (list: Record<MeetingLanguage, readonly string[]>) =>
  eachLanguage((language) => list[language].map(spaced), []);

const PHRASES = {
  aboutMeeting: phrasesOf(ABOUT_MEETING),
  announcing: phrasesOf(ANNOUNCING),
  planning: phrasesOf(PLANNING),
  deciding: phrasesOf(DECIDING),
  housekeeping: phrasesOf(HOUSEKEEPING),
  leaning: phrasesOf(LEANING),
  joining: phrasesOf(JOINING),
  unfinished: phrasesOf(UNFINISHED),
};

/** Kinds of words that stand anywhere in a sentence. */
export type Cue = "aboutMeeting" | "announcing" | "planning" | "housekeeping" | "deciding";

export function hasCue(text: string, cue: Cue, language: MeetingLanguage): boolean {
  const said = spaced(text);
  return PHRASES[cue][language].some((phrase) => said.includes(phrase));
}

/** Tells whether a sentence begins with a word that needs the sentence before it. */
export function leansOnOthers(text: string, language: MeetingLanguage): boolean {
  const said = spaced(text);
  const joining = PHRASES.joining[language].find((phrase) => said.startsWith(phrase));
  const rest = joining === undefined ? said : said.slice(joining.length - 1);
  return PHRASES.leaning[language].some((phrase) => rest.startsWith(phrase));
}

/** Longer than any word that ends a sentence too early. */
const TAIL_CHARS = 24;
const DASH_AT_END = /[—–-][.…]*$/u;

/** Tells whether the speaker was interrupted: the sentence ends in a dash, or with a word that ends none. */
export function isCutOff(text: string, language: MeetingLanguage): boolean {
  const tail = text.slice(-TAIL_CHARS);
  if (DASH_AT_END.test(tail)) return true;
  const said = spaced(tail);
  return !text.endsWith("?") && PHRASES.unfinished[language].some((phrase) => said.endsWith(phrase));
}

/** Two words that are said again at once with another small word between them: "keep it option keep an option". */
const REPAIRED =
  /(?<![\p{L}\p{N}'’-])(\p{L}{3,})(?: \p{L}{1,6})? (\p{L}{4,}) \1(?: \p{L}{1,6})? \2(?![\p{L}\p{N}'’-])/iu;

/** Whether the speaker began again in the middle: the sentence as said cannot be understood alone. */
export function isRepaired(text: string): boolean {
  return REPAIRED.test(text);
}

/** Tells whether a sentence speaks of a decision, or has a figure: readers look for these first. */
export function isOfNote(text: string, language: MeetingLanguage): boolean {
  if (text.endsWith("?")) return false;
  return /\p{N}/u.test(text) || hasCue(text, "deciding", language);
}

import { withOthers } from "#app/domain/by-language.ts";
import { TEXT_LANGUAGES, textLanguage, type TextLanguage } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * The commonest small words that only one of the four languages has, folded. Words that two of them share ("de", "la",
 * "el", "que", "i") tell nothing and are left out, so that Catalan amid Spanish words is not taken for Spanish.
 */
const OWN_WORDS: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: setOf(
      "the and of to is that it you we was for are with this they have not what but there were can which will so if about then do had when who could these those its only into than now over very just because how she his our your from been has does did should would out up",
    ),
    es: setOf(
      "los las y muy mas esta este esto eso hay cuando tambien hemos tenemos vamos donde ahora entonces creo puede hacer desde hasta unos sus fue nosotros ustedes bueno pues asi estamos tengo quiero algo nada mucho mucha uno lo con sin hoy vale tiene tienen porque pero todo todos como han son fueron cuesta",
    ),
    fr: setOf(
      "le est vous nous je il elle une des dans qui sur avec ce cette ces mais ou donc fait tout plus ils sont etre avons avez peut comme aussi alors tres leur chez oui quand ont ai etait ca qu deja parce votre notre faut faire beaucoup aux au cest sera ete rien",
    ),
    ca: setOf(
      "els amb aquest aquesta aquests aquestes aixo perque hem molt tambe ara llavors ho hi dels als pel pels per nosaltres som estem tenim doncs quan gent meva seva seves seus nostre nostra encara cap gaire fins alla dir dit fet vam podem volem ja avui ningu hauria haviem havien crec penso quin quina estic tots totes fer anem aixi",
    ),
  },
  new Set(),
);
const SHARED: ReadonlySet<string> = new Set(
  TEXT_LANGUAGES.flatMap((language) => [...OWN_WORDS[language]]).filter(
    (word, index, all) => all.indexOf(word) !== index,
  ),
);

/** A few words of greeting may be in any language. */
const WORDS_MIN = 40;
/** Of an eight-hour meeting, as many words as tell: evenly from all over it. */
const WORDS_MAX = 4000;
/** Of all words, how many have to be small words of the language alone: talk has three to five times that. */
const OWN_SHARE_MIN = 0.06;
/** And how many times as many as of the next language: a meeting half in each is in the one that was chosen. */
const LEAD_MIN = 2.5;

/** So many small words show the language of a sentence. */
const RATHER_MIN = 2;

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/**
 * The same share where another language than the four was expected: related ones (Portuguese, Occitan) share some of these words, and reach
 * half of it.
 */
const FOREIGN_SHARE_MIN = 0.2;

/**
 * The language in which most was said, by its small words; null where too little was said, or in no one of the four for sure. `expected`: the
 * language that somebody chose or asked for.
 */
export function spokenLanguage(
  segments: readonly { text: string }[],
  expected: MeetingLanguage | null = null,
): TextLanguage | null {
  const shareMin = expected === null || textLanguage(expected) ? OWN_SHARE_MIN : FOREIGN_SHARE_MIN;
  const words = wordsFromAllOver(segments);
  if (words.length < WORDS_MIN) return null;
  const [first, second] = TEXT_LANGUAGES.map((language) => ({
    language,
    own: words.filter((word) => !SHARED.has(word) && OWN_WORDS[language].has(word)).length,
  })).toSorted((one, other) => other.own - one.own);
  if (!first || !second || first.own < words.length * shareMin || first.own < second.own * LEAD_MIN) return null;
  return first.language;
}

/** Tells whether a text has more small words of one language than of another. */
export function isRather(text: string, one: MeetingLanguage, other: MeetingLanguage): boolean {
  const words = foldedWords(text).filter((word) => !SHARED.has(word));
  const own = words.filter((word) => OWN_WORDS[one].has(word)).length;
  return own >= RATHER_MIN && own > words.filter((word) => OWN_WORDS[other].has(word)).length;
}

function wordsFromAllOver(segments: readonly { text: string }[]): string[] {
  const wordsAbout = segments.reduce((sum, { text }) => sum + text.length / 5, 0);
  const step = Math.max(1, Math.ceil(wordsAbout / WORDS_MAX));
  return segments.filter((_, index) => index % step === 0).flatMap(({ text }) => foldedWords(text));
}

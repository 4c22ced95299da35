import { stemsFor } from "#app/domain/chat/meeting-words.ts";
import { type Intent, intentsOf, isFormWord } from "#app/domain/chat/question-forms.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Signs that only one of the languages has. */
const SIGNS: readonly [RegExp, MeetingLanguage][] = [
  [/[¿¡ñ]/iu, "es"],
  [/l·l|\bqu[eè] (?:va|van|vam)\b/iu, "ca"],
  [/[êîôûœ]|\bqu['’]|\best-ce\b/iu, "fr"],
];
const SIGN_WEIGHT = 2;
/** Words by which questions begin, where other languages do not have them as such. */
const QUESTION_WORDS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set("who whom whose what when where which why how did does do is are was were".split(" ")),
  es: new Set("quien quienes cuando cual cuales cuanto cuanta cuantos cuantas donde como".split(" ")),
  fr: new Set("quand quel quelle quels quelles combien pourquoi comment lequel laquelle est ont".split(" ")),
  ca: new Set("quan qui quin quina quins quines quant quants quantes on com amb els".split(" ")),
};

/** The language of a short text by its small words; `fallback` where they do not tell. */
export function guessLanguage(text: string, fallback: MeetingLanguage): MeetingLanguage {
  const words = foldedWords(text).filter((word) => word.length > 1);
  let best: MeetingLanguage = fallback;
  let most = scoreOf(fallback);
  for (const language of MEETING_LANGUAGES) {
    const score = scoreOf(language);
    if (score > most) [best, most] = [language, score];
  }
  return best;

  function scoreOf(language: MeetingLanguage): number {
    const small = words.filter((word) => isStopWord(word, language) || isFormWord(word, language)).length;
    const asking = words.filter((word) => QUESTION_WORDS[language].has(word)).length;
    return asking + small + SIGNS.filter(([sign, of]) => of === language && sign.test(text)).length * SIGN_WEIGHT;
  }
}

/** One thing that a question is about. */
export type Term = {
  /** The word as the question has it, folded. */
  word: string;
  /** The stems that mean just this, in the meeting's language. Empty when the word has no known translation. */
  stems: readonly string[];
  /** Stems of words with a related meaning: they count less. */
  related: readonly string[];
};

/** A question without a model: its language, its kinds, and what it is about. Words that only ask are in none of them. */
export type Question = {
  language: MeetingLanguage;
  intents: ReadonlySet<Intent>;
  terms: readonly Term[];
  /** Labels of speakers that the question names. */
  speakers: readonly string[];
};

export type MeetingWords = {
  language: MeetingLanguage;
  /** The labels of the speakers, as the source gave them. */
  speakers: readonly string[];
  /** The folded words that were said; needed only for a question in another language. */
  said: ReadonlySet<string>;
};

export function readQuestion(
  text: string,
  meeting: MeetingWords,
  language = questionLanguage(text, meeting),
): Question {
  const speakers = namedSpeakers(text, meeting.speakers);
  const names = new Set(speakers.flatMap(labelWords));
  const seen = new Set<string>();
  const proper = properNames(text);
  const terms = foldedWords(text).flatMap((word): Term[] => {
    if (isStopWord(word, language) || isFormWord(word, language) || names.has(word) || seen.has(word)) return [];
    seen.add(word);
    return [termOf(word, language, meeting, proper.has(word))];
  });
  return { language, intents: intentsOf(text, language), terms, speakers };
}

/** Short questions are often one word of the meeting's language. */
export function questionLanguage(text: string, { language }: Pick<MeetingWords, "language">): MeetingLanguage {
  return guessLanguage(text, language);
}

/** The words by which a question asks, taken as its subject. */
export function formTerms(text: string, language: MeetingLanguage, meeting: MeetingLanguage): Term[] {
  const words = new Set(foldedWords(text).filter((word) => !isStopWord(word, language)));
  return [...words].map((word) => {
    const stems = language === meeting ? [stem(word, language)] : stemsFor(word, language, meeting);
    return { word, stems, related: [] };
  });
}

/** The folded words that have a capital inside of a question, and numbers: they are the same in every language. */
function properNames(text: string): ReadonlySet<string> {
  const found = text.match(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]*|\p{N}+/gu) ?? [];
  return new Set(found.flatMap(foldedWords));
}

function termOf(word: string, language: MeetingLanguage, meeting: MeetingWords, isProper: boolean): Term {
  const translated = stemsFor(word, language, meeting.language);
  if (language === meeting.language) {
    const own = stem(word, language);
    return { word, stems: [own], related: translated.filter((one) => one !== own) };
  }
  // Names, numbers and words of trade are the same in several languages, or nearly: "teletexto", "teletext".
  const alike = [...meeting.said].filter((said) => isAlike(word, said)).map((said) => stem(said, meeting.language));
  const asIs = isProper ? [stem(word, meeting.language)] : [];
  return { word, stems: [...new Set([...translated, ...alike, ...asIs])], related: [] };
}

/** Letters that words of the same origin must share from their beginning, and by how many their lengths may differ. */
const ALIKE_CHARS_MIN = 4;
const ALIKE_SHARE_MIN = 0.75;
const ALIKE_MORE_MAX = 3;

function isAlike(word: string, said: string): boolean {
  if (word === said) return true;
  const [a, b] = [spelledAlike(word), spelledAlike(said)];
  const longest = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < ALIKE_CHARS_MIN || Math.abs(a.length - b.length) > ALIKE_MORE_MAX) return false;
  let same = 0;
  while (same < longest && a[same] === b[same] && same < Math.min(a.length, b.length)) same += 1;
  return same >= Math.max(ALIKE_CHARS_MIN, longest * ALIKE_SHARE_MIN);
}

/** The four languages spell the same sounds differently: "theme", "tema"; "quality", "calidad". */
function spelledAlike(word: string): string {
  return word
    .replace(/(\p{L})\1/gu, "$1")
    .replaceAll("ph", "f")
    .replaceAll("th", "t")
    .replaceAll("y", "i")
    .replaceAll("k", "c");
}

const TITLES = new Set("mr mrs ms miss dr hon right sir sr sra mme m the el la le en na".split(" "));

/** The words of a label without titles and without what stands in brackets: an office, a constituency. */
function labelWords(label: string): string[] {
  return foldedWords(label.replace(/\([^()]*\)/gu, " ")).filter((word) => !TITLES.has(word));
}

/** A label is named by all of its words, or by its last one if that is a family name. */
function namedSpeakers(text: string, labels: readonly string[]): string[] {
  const asked = new Set(foldedWords(text));
  const letters = new Set(text.match(/(?<!\p{L})\p{Lu}(?!\p{L})/gu)?.map((letter) => letter.toLowerCase()));
  return labels.filter((label) => {
    const words = labelWords(label);
    const long = words.filter((word) => word.length > 1);
    if (long.length === 0) return false;
    const letter = words.find((word) => word.length === 1);
    if (letter !== undefined && letters.size > 0 && !letters.has(letter)) return false;
    const last = long.at(-1) ?? "";
    return long.every((word) => asked.has(word)) || (long.length > 1 && last.length > 3 && asked.has(last));
  });
}

import { isFormWord } from "#app/domain/chat/question-forms.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
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

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
    const small = words.filter((word) => isStopWord(word, language)).length;
    return small + SIGNS.filter(([sign, of]) => of === language && sign.test(text)).length * SIGN_WEIGHT;
  }
}

import type { MeetingLanguage } from "#app/domain/languages.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** The stems of the words that carry content, in order and with repetitions. */
export function contentStems(text: string, language: MeetingLanguage): string[] {
  return foldedWords(text)
    .filter((word) => !isStopWord(word, language))
    .map((word) => stem(word, language));
}

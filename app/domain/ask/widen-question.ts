import { contentWords } from "#app/domain/ask/read-question.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { ASK_QUESTION_CHARS_MAX, ASK_WIDER_WORDS_MAX } from "#app/domain/limits/ask.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { type ChatMessage, spoken } from "#app/domain/summary/prompt/messages.ts";

const RULES = [
  "You list words by which a full-text search finds what a question is about.",
  "",
  "1. Other words for what is asked: synonyms, and the same words in English, Spanish, Catalan and French. Names stay as they are.",
  "2. One word a line, at most twelve lines. Nothing else: no answer, no explanation.",
].join("\n");

/** A model's own words for the search. It reads the question only, and nothing of a meeting. */
export function wideningMessages(question: string): ChatMessage[] {
  return [
    { role: "system", content: RULES },
    { role: "user", content: `The question: ${spoken(question, ASK_QUESTION_CHARS_MAX)}` },
  ];
}

/** The words of such an answer that the question itself does not have. A word that is common in one of the languages finds everything. */
export function readWidening(answer: string, asked: readonly string[]): string[] {
  const words = contentWords(answer, "en").filter(
    (word) => word.length > 2 && !asked.includes(word) && !TEXT_LANGUAGES.some((one) => isStopWord(word, one)),
  );
  return words.slice(0, ASK_WIDER_WORDS_MAX);
}

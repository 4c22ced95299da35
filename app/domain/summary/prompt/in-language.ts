import { TEXT_LANGUAGES, textLanguage } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type ChatMessage, languageName } from "#app/domain/summary/prompt/messages.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { isRather, spokenLanguage } from "#app/domain/transcript/spoken-language.ts";

/** A shorter text may be names and numbers only. */
const WORDS_MIN = 12;
/** A string of JSON that is long enough for a sentence. Shorter ones are keys and ids. */
const JSON_SENTENCE = /"((?:[^"\\]|\\.){12,})"/gu;

/** `how`: the schema of the answer, or its length. */
type Chat<How> = (messages: ChatMessage[], how: How, signal: AbortSignal) => Promise<ChatAnswer>;

/** Returns the language of a text when it is another one than was asked for; null when it is not, or cannot be told. */
export function otherLanguage(text: string, asked: MeetingLanguage): MeetingLanguage | null {
  if (foldedWords(text).length < WORDS_MIN) return null;
  const heard = spokenLanguage([{ text }], asked);
  if (heard !== null) return heard === asked ? null : heard;
  // Of another language than the four no small words are known: what it shares with one of them shows nothing.
  if (textLanguage(asked) === null) return null;
  return TEXT_LANGUAGES.find((language) => language !== asked && isRather(text, language, asked)) ?? null;
}

/**
 * Returns the chat that asks again, once, when an answer comes in another language than was asked for; its second answer counts. A model
 * that did not change its language is not asked twice about later parts: it cannot, and each question costs minutes.
 */
export function inLanguage<How>(asked: MeetingLanguage, chat: Chat<How>): Chat<How> {
  let isHopeless = false;
  return async (messages, how, signal) => {
    const answer = await chat(messages, how, signal);
    const wrong = answer.kind === "text" ? otherLanguage(sentencesOf(answer.text), asked) : null;
    if (answer.kind !== "text" || wrong === null || isHopeless) return answer;
    const again = await chat([...messages, ...correction(answer.text, wrong, asked)], how, signal);
    // The first answer can be used; a second one that broke off cannot.
    if (again.kind !== "text") return answer;
    isHopeless = otherLanguage(sentencesOf(again.text), asked) !== null;
    return again;
  };
}

function correction(answer: string, wrong: MeetingLanguage, asked: MeetingLanguage): ChatMessage[] {
  return [
    { role: "assistant", content: answer },
    {
      role: "user",
      content: `That is in ${languageName(wrong)}. Write the same again in ${languageName(asked)}, in the same form, and nothing else.`,
    },
  ];
}

/** The sentences of an answer: all of it, or the long strings of a JSON object. */
function sentencesOf(text: string): string {
  if (!text.trimStart().startsWith("{")) return text;
  return [...text.matchAll(JSON_SENTENCE)].map(([, sentence]) => sentence).join(" ");
}

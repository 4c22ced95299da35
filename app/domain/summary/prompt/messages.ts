import { beginningOf } from "#app/domain/beginning-of.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A segment is one or a few sentences. Longer text is not speech, and a prompt has limited room. */
const LINE_CHARS_MAX = 4000;
const SPEAKER_CHARS_MAX = 60;
/** Line breaks, control characters and invisible characters (tags, direction overrides) can hide or fake a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Returns one segment as a language model reads it: `[id] mm:ss Speaker: text`, on one line. Square brackets are reserved for ids
 * and angle brackets for the tags around the transcript, so speech cannot contain either.
 */
export function transcriptLine({ id, startMs, text, speaker }: Segment): string {
  return `[${id}] ${clock(startMs)} ${spokenLine({ text, speaker })}`;
}

/** `Speaker: text`, on one line. */
export function spokenLine({ text, speaker }: Pick<Segment, "text" | "speaker">): string {
  const who = speaker === null ? "" : `${spoken(speaker, SPEAKER_CHARS_MAX)}: `;
  return `${who}${spoken(text, LINE_CHARS_MAX)}`;
}

/** Minutes continue beyond 59, so that times have one form for meetings of any length. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns spoken or written text on one line, unable to close the tags around it. */
export function spoken(text: string, charsMax: number): string {
  return beginningOf(text, charsMax)
    .replace(UNSEEN, " ")
    .replace(/\s+/gu, " ")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .trim();
}

/** A message to a language model, word for word. */
export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

/** The name of a language as a prompt has it. */
export function languageName(language: MeetingLanguage): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}

/** Number of characters quoted of an unusable answer, enough to show what it was. */
const BAD_ANSWER_CHARS_MAX = 4000;

/** Builds the messages that show a model the problem with its answer, once. */
export function repairMessages(asked: readonly ChatMessage[], answer: string, problem: string): ChatMessage[] {
  return [
    ...asked,
    { role: "assistant", content: beginningOf(answer, BAD_ANSWER_CHARS_MAX) || "(nothing)" },
    {
      role: "user",
      content: `That cannot be read: ${problem}. Answer again, whole, with the JSON object only: no explanation, no code fence.`,
    },
  ];
}

/** Returns JSON that cannot close a tag around it. */
export function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}

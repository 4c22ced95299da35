import type { Segment } from "#app/domain/transcript/segment.ts";

/** A segment is a sentence or a few; what is longer than this is not speech, and a prompt has an end. */
const LINE_CHARS_MAX = 4000;
const SPEAKER_CHARS_MAX = 60;
/** Line breaks, control characters and invisible ones (tags, direction overrides) can hide or fake a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * One segment as a language model reads it: `[id] mm:ss Speaker: text`, on one line. Brackets belong to the ids and angle
 * brackets to the delimiters around the transcript, so neither can come out of what somebody said.
 */
export function transcriptLine({ id, startMs, text, speaker }: Segment): string {
  const who = speaker === null ? "" : `${spoken(speaker, SPEAKER_CHARS_MAX)}: `;
  return `[${id}] ${clock(startMs)} ${who}${spoken(text, LINE_CHARS_MAX)}`;
}

/** Minutes go on beyond 59: a time has one form, whatever the length of the meeting. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What somebody said or wrote, on one line and unable to close what stands around it. */
export function spoken(text: string, charsMax: number): string {
  return text
    .slice(0, charsMax)
    .replace(UNSEEN, " ")
    .replace(/\s+/gu, " ")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .trim();
}

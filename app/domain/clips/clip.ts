import { beginningOf } from "#app/domain/beginning-of.ts";
import { CLIP_MS_MAX, CLIP_MS_MIN, CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";

/** A clip: a passage of a meeting with a title and a link of its own (decision 221). */

/** The parts that its link can show; at least one of them is shown. */
export const CLIP_PARTS = ["transcript", "recording"] as const;
export type ClipPart = (typeof CLIP_PARTS)[number];

/** In ms of the meeting; `toMs` is exclusive. */
export type ClipSpan = { fromMs: number; toMs: number };

type Line = { startMs: number; endMs: number; text: string };
type Recorded = { startMs: number; endMs: number };

/** Whether a passage has the length of a clip. */
export function isClipLength({ fromMs, toMs }: ClipSpan): boolean {
  return fromMs >= 0 && toMs - fromMs >= CLIP_MS_MIN && toMs - fromMs <= CLIP_MS_MAX;
}

/**
 * The number and the beginning of the recording that holds a whole passage; null where none holds it all. A meeting has one recording, a merged
 * one several. The end of one whose length is unknown is infinite.
 */
export function recordingOf(
  { fromMs, toMs }: ClipSpan,
  recordings: readonly Recorded[],
): { part: number; startMs: number } | null {
  const part = recordings.findIndex(({ startMs, endMs }) => startMs <= fromMs && fromMs < endMs);
  const found = recordings[part];
  return found && toMs <= found.endMs ? { part, startMs: found.startMs } : null;
}

/**
 * The lines that are spoken in a passage: at least a half of the line is in it, so that the end of the sentence before does not come along, or
 * at least a half of the passage is this line. Where no line is so much in it, the one that is most.
 */
export function linesOf<Spoken extends Line>(lines: readonly Spoken[], { fromMs, toMs }: ClipSpan): Spoken[] {
  const within = (line: Line) => Math.min(line.endMs, toMs) - Math.max(line.startMs, fromMs);
  const touched = lines.filter((line) => within(line) > 0);
  const inside = touched.filter((line) => 2 * within(line) >= Math.min(line.endMs - line.startMs, toMs - fromMs));
  const [most] = touched.toSorted((one, other) => within(other) - within(one));
  return inside.length > 0 || !most ? inside : [most];
}

/** The title that a clip has until a person writes one: the beginning of its words. */
export function titleOf(lines: readonly Line[]): string {
  const words = lines
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
  const cut = beginningOf(words, TITLE_WORDS_CHARS);
  if (cut === words) return words;
  const wholeWords = cut.replace(/\s+\S*$/u, "");
  return `${wholeWords}…`;
}
const TITLE_WORDS_CHARS = Math.min(72, CLIP_TITLE_CHARS_MAX - 1);

/**
 * The nearest passage that can be a clip: within its recording, and of a clip's length. `moved` is the end that a person holds; the other end
 * gives way.
 */
export function fitSpan(
  { fromMs, toMs }: ClipSpan,
  within: Recorded,
  moved: "from" | "to" | "both" = "both",
): ClipSpan {
  const room = within.endMs - within.startMs;
  const lengthMs = Math.min(Math.max(toMs - fromMs, CLIP_MS_MIN), CLIP_MS_MAX, room);
  const clamp = (ms: number, low: number, high: number) => Math.round(Math.min(Math.max(ms, low), Math.max(low, high)));
  if (moved === "to") {
    const end = clamp(toMs, within.startMs + lengthMs, within.endMs);
    return { fromMs: Math.max(within.startMs, Math.round(end - lengthMs)), toMs: end };
  }
  const start = clamp(fromMs, within.startMs, within.endMs - lengthMs);
  return { fromMs: start, toMs: Math.min(within.endMs, Math.round(start + lengthMs)) };
}

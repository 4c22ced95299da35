import { isBackchannel } from "#app/domain/transcript/backchannels.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import { withoutSounds } from "#app/domain/transcript/sounds.ts";
import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";

/** The words that one person says in a row, as a language model reads it. */
export type ReadingLine = {
  speaker: string | null;
  text: string;
  segmentIds: SegmentId[];
  startMs: number;
  endMs: number;
};

/** A longer turn is several lines, so that a note can name its place. */
const LINE_CHARS_MAX = 600;
/** A pause this long begins a new line. */
const PAUSE_MS = 15_000;
/**
 * Sounds of thinking in the four languages. "Mm" is one only where a sentence or a clause begins, because "30 mm" is a measure; Catalan
 * "heu" is a verb.
 */
const FILLERS =
  /(?<![\p{L}\p{N}'’-])(?:u+h+m*|u+m+|e+h+|e+r+m*|e+uh+|h+m+|m{3,}|(?<=(?:^|[,.…?!])\s*)mm|m+-?h+m+)(?![\p{L}\p{N}'’-])[,.…]*\s*/giu;
/** "ER" and "UM" are names of places. */
const CAPITALS = /^\p{Lu}{2,}/u;
/**
 * "the the", "we we, we": a short word that is said again at once. Longer ones may be meant ("told Marta. Marta said", "nous nous"), and
 * numbers are ("six six two").
 */
const STUTTER =
  /(?<![\p{L}\p{N}'’-])(?!(?:one|two|six|ten|uno|dos|sis|set|nou|deu|dix)(?!\p{L}))(\p{L}{1,3})(?:(?:,|…|\.{3}|-)?\s*(?<=[\s,….-])\1(?![\p{L}\p{N}'’-]))+/giu;
/** Signs that stand alone where a sound went. */
const LEFT_BY_FILLERS: readonly (readonly [RegExp, string])[] = [
  [/[¿¡]\s*([?!])/gu, "$1"],
  [/\s+/gu, " "],
  [/ (?=[,.](?:\s|$))/gu, ""],
  [/,\s*(?=[.?!,](?:\s|$))/gu, ""],
  [/^(?:[,.…-]+(?=\s|$)|\s)+/u, ""],
];

/**
 * Returns the transcript in the fewest words that still say all: turns are joined, and listeners' signals, sounds of thinking and repeated
 * words are left out. 42 % of a prompt with ids and times on each segment was not talk. Labels of voices ("Speaker 2") are no names, and
 * the same words must ask the same question before and after the voices are told apart.
 */
export function readingLines(segments: readonly Segment[]): ReadingLine[] {
  const lines: ReadingLine[] = [];
  for (const { id, text, speaker, startMs, endMs } of segments) {
    const words = readingText(text);
    const open = lines.at(-1);
    // After a question, "Yes" is the answer.
    const isAnswer = open?.text.endsWith("?") === true;
    if (words === "" || (isBackchannel(words) && !isAnswer)) continue;
    const named = speaker === null || isSpeakerLabel(speaker) ? null : speaker;
    const isSame = open !== undefined && open.speaker === named && startMs - open.endMs < PAUSE_MS;
    if (isSame && open.text.length + words.length < LINE_CHARS_MAX) {
      open.text += ` ${words}`;
      open.segmentIds.push(id);
      open.endMs = Math.max(open.endMs, endMs);
    } else lines.push({ speaker: named, text: words, segmentIds: [id], startMs, endMs });
  }
  return lines;
}

/** Returns speech as a language model reads it: without sounds of thinking and words that are repeated at once. May be empty. */
export function readingText(text: string): string {
  const said = withoutSounds(text)
    .replace(FILLERS, (sound) => (CAPITALS.test(sound) ? sound : ""))
    .replace(STUTTER, "$1");
  return LEFT_BY_FILLERS.reduce((rest, [sign, instead]) => rest.replace(sign, instead), said).trim();
}

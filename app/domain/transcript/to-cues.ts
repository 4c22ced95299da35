import { CUE_CHARS_MAX, CUE_MS_MAX } from "#app/domain/limits/minutes.ts";

/** One subtitle. Times in ms from the start of the recording; `text` is a line or two of words. */
export type Cue = { startMs: number; endMs: number; text: string; speaker: string | null };

type Spoken = { startMs: number; endMs: number; text: string; speaker: string | null };

/**
 * Cuts segments into readable subtitles: none longer than CUE_CHARS_MAX characters when word lengths allow, none longer than
 * CUE_MS_MAX. Cuts are between words, after a sentence or a comma when one is near. A segment's time is divided by length,
 * because its words carry no times here. Every word is in exactly one cue, in its order.
 */
export function toCues(segments: readonly Spoken[]): Cue[] {
  return segments.flatMap(({ startMs, endMs, text, speaker }) => {
    const words = text.split(/\s+/u).filter((word) => word !== "");
    const lines = fill(words, lengthOf(words, endMs - startMs));
    const chars = lines.reduce((sum, line) => sum + line.length, 0);
    let before = 0;
    return lines.map((line) => {
      const from = startMs + Math.round(((endMs - startMs) * before) / chars);
      before += line.length;
      return { startMs: from, endMs: startMs + Math.round(((endMs - startMs) * before) / chars), text: line, speaker };
    });
  });
}

/** Returns the maximum characters of a cue with these words: slow speech is cut by time before it is cut by length. */
function lengthOf(words: readonly string[], durationMs: number): number {
  if (durationMs <= CUE_MS_MAX) return CUE_CHARS_MAX;
  const chars = words.reduce((sum, word) => sum + word.length, 0);
  return Math.min(CUE_CHARS_MAX, Math.floor((chars * CUE_MS_MAX) / durationMs));
}

function fill(words: readonly string[], charsMax: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const ends = line.length >= charsMax / 2 && /[.!?…,;:]["'”’»)]?$/u.test(line);
    if (line !== "" && (ends || line.length + 1 + word.length > charsMax)) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

import { CUE_CHARS_MAX, CUE_MS_MAX } from "#app/domain/limits/minutes.ts";

/** One subtitle. Times in ms from the start of the recording; `text` is a line or two of words. */
type Cue = { startMs: number; endMs: number; text: string; speaker: string | null };

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

type SpokenSegments = Parameters<typeof toCues>[0];

/**
 * SubRip: numbered cues, with a comma before the milliseconds. The speaker is written when it changes and after each pause, so that a cue
 * without a name goes on with the words before it; a dash marks words of a person who is not known. `readVoices` reads it so.
 */
export function writeSrt(segments: SpokenSegments): string {
  const cues = toCues(segments);
  const hasNames = cues.some(({ speaker }) => speaker !== null);
  return cues
    .map((cue, index) => {
      const before = cues[index - 1];
      const goesOn = before !== undefined && cue.speaker === before.speaker && cue.startMs === before.endMs;
      const speaks = goesOn || !hasNames ? "" : cue.speaker === null ? "- " : `${cue.speaker}: `;
      // Some players read markup, and SubRip has no escape for angle brackets, so they are replaced.
      const text = `${speaks}${cue.text}`.replace(/</gu, "‹").replace(/>/gu, "›");
      return `${index + 1}\n${timeOf(cue.startMs, ",")} --> ${timeOf(cue.endMs, ",")}\n${text}\n`;
    })
    .join("\n");
}

/** WebVTT with voice tags. */
export function writeVtt(segments: SpokenSegments): string {
  return ["WEBVTT\n", ...toCues(segments).map(vttCue)].join("\n");
}

function vttCue({ startMs, endMs, text, speaker }: Cue): string {
  const voice = speaker === null ? "" : `<v ${escapeVtt(speaker).replace(/[\r\n]+/gu, " ")}>`;
  return `${timeOf(startMs, ".")} --> ${timeOf(endMs, ".")}\n${voice}${escapeVtt(text)}\n`;
}

/** With `&gt;`, no text can contain the arrow that begins a cue. */
function escapeVtt(text: string): string {
  return text.replace(/&/gu, "&amp;").replace(/</gu, "&lt;").replace(/>/gu, "&gt;");
}

function timeOf(ms: number, mark: "," | "."): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  return `${clock}${mark}${String(whole % 1000).padStart(3, "0")}`;
}

import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { type CueRefusal, linesOf } from "#app/domain/transcript/given/read-cues.ts";
import { isFooter, MS_PER_CHAR } from "#app/domain/transcript/given/read-timed-text.ts";
import { nameOf } from "#app/domain/transcript/given/split-voices.ts";
import type { Turns } from "#app/domain/turns.ts";

/** `Marta Soler: words`, as Granola and copies of a chat are written. */
const NAMED = /^(\p{L}[^:\n]{0,59}?)\s?:\s+(?=\S)(.*)$/u;
const NAME_WORDS_MAX = 5;
/** A single answer is no transcript. */
const NAMED_LINES_MIN = 3;
/** A time or a heading that stands on a line of its own belongs to nobody's words. */
const TIME_ONLY = /^[[(]?(?:\d{1,3}:)?\d{1,3}:\d{2}[\])]?$/u;

type Line = { words: string; speaker: string | null; said: string };

/**
 * Transcripts without times: lines that begin with names, of which one at least comes back. Lines before the first name that comes back
 * are the head of the document (its title, date and people). The times are what the words take to be said. Null where the text is
 * something else.
 */
export function* readUntimedText(text: string): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const lines: Line[] = [];
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    yield line.length / 2 + 2;
    const read = readLine(line);
    if (read.words === "" || TIME_ONLY.test(read.words) || isFooter(read.words)) continue;
    if (read.speaker !== null) counts.set(read.speaker, (counts.get(read.speaker) ?? 0) + 1);
    lines.push(read);
  }
  const comesBack = ({ speaker }: Line) => speaker !== null && (counts.get(speaker) ?? 0) > 1;
  const first = lines.findIndex(comesBack);
  const named = lines.slice(first).filter(({ speaker }) => speaker !== null).length;
  if (first === -1 || named < NAMED_LINES_MIN) return null;
  return yield* cuesOf(lines.slice(first));
}

function readLine(line: string): Line {
  const words = line.replaceAll(/\s+/gu, " ").trim();
  const match = words.length > TRANSCRIPT_CUE_CHARS_MAX ? null : NAMED.exec(words);
  const name = match === null ? null : nameOf(match[1] ?? "");
  const isName = name !== null && name.split(" ").length <= NAME_WORDS_MAX;
  return { words, speaker: isName ? name : null, said: isName ? (match?.[2] ?? "") : words };
}

function* cuesOf(lines: readonly Line[]): Turns<Outcome<CaptionCue[], CueRefusal>> {
  const cues: CaptionCue[] = [];
  let at = 0;
  let speaker: string | null = null;
  for (const line of lines) {
    yield 2;
    if (cues.length === TRANSCRIPT_CUES_MAX) return refused("too-large");
    if (line.said.length > TRANSCRIPT_CUE_CHARS_MAX)
      return refused("cue-too-long", { number: cues.length + 1, startMs: at });
    speaker = line.speaker ?? speaker;
    const endMs = at + Math.max(line.said.length, 1) * MS_PER_CHAR;
    cues.push({ startMs: at, endMs, text: line.said, speaker });
    at = endMs;
  }
  return ok(cues);
}

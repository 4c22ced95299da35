import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import {
  beginsTurn,
  type CueText,
  isSoundTag,
  plainText,
  readSpeakers,
} from "#app/domain/transcript/speaker-prefix.ts";

/**
 * One caption of the file: ms from the start of the recording, text with or without tags. `speaker` is set when the reader of the
 * file already knows the speaker; the text is then not searched for a name.
 */
export type CaptionCue = { startMs: number; endMs: number; text: string; speaker?: string | null };

/** `turns`: another person begins to speak, though the file may not name them. */
type Line = CueText & { startMs: number; endMs: number; turns: boolean };

/** Limits of a segment, the unit of citations: about two sentences. */
const SEGMENT_MS_MAX = 20_000;
const SEGMENT_CHARS_MAX = 320;
/** No segment is longer, because checking a line that cites it reads all of it. */
const SEGMENT_CHARS_LONGEST = 2000;
const PARTING_UNIT_CHARS = 8;
/** A shorter sentence is joined with the next one of the same person, if the file says that it is the same. */
const SEGMENT_CHARS_COMFORTABLE = 90;
/** Longer pauses separate segments even inside a sentence. */
const PAUSE_MS_MAX = 2500;
/**
 * A rolling caption repeats a whole line of two words or more, or the end of the line before. People also repeat two words when
 * they talk ("thank you", "no no"), so two words only count when the file's captions roll.
 */
const ROLLING_WORDS_MIN = 2;
const ROLLING_PART_WORDS_MIN = 3;
const ROLLING_SHARE_MIN = 0.5;
const ROLLING_WORDS_MAX = 60;
const TOUCH_MS = 500;

/** Share of cues of one word from which on a file has a cue for each word. */
const WORD_CUES_SHARE_MIN = 0.8;
/** A cue that is a number, before a sentence that begins: the answer to a question. */
const NUMBER_ONLY = /^[\p{N}\p{Sc}%.,:/ -]+$/u;
const SENTENCE_END = /[…\p{Sentence_Terminal}]["'”’»)」』]*$/u;

/**
 * Returns the segments of a transcript that came as captions. Cues are sorted, rolling captions lose their repetitions, and cues
 * that continue a sentence are joined. Speakers are set only when the file names them. Ids are `w0-<index>`.
 */
export function cuesToSegments(cues: readonly CaptionCue[]): Segment[] {
  return runAtOnce(segmentsInTurns(cues));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* segmentsInTurns(cues: readonly CaptionCue[]): Turns<Segment[]> {
  const joined: Line[] = [];
  const lines = yield* withoutRolling(yield* linesOf(cues));
  const isByWord = lines.filter(({ text }) => !text.includes(" ")).length > lines.length * WORD_CUES_SHARE_MIN;
  for (const line of lines) {
    yield 1;
    const last = joined.at(-1);
    if (last && continues(last, line, isByWord)) {
      last.text = `${last.text} ${line.text}`;
      last.endMs = Math.max(last.endMs, line.endMs);
    } else joined.push({ ...line });
  }
  const segments: Segment[] = [];
  for (const line of joined) {
    yield line.text.length / PARTING_UNIT_CHARS;
    for (const { startMs, endMs, text, speaker } of partsOf(line)) {
      segments.push({
        id: `w0-${segments.length}`,
        startMs: Math.round(startMs),
        endMs: Math.round(endMs),
        text,
        speaker,
      });
    }
  }
  return segments;
}

/** Splits a cue as long as a page between words; its time is divided by length. */
function partsOf(line: Line): Line[] {
  if (line.text.length <= SEGMENT_CHARS_LONGEST) return [line];
  const parts: Line[] = [];
  const timeAt = (at: number) => line.startMs + ((line.endMs - line.startMs) * at) / line.text.length;
  for (let at = 0; at < line.text.length; ) {
    const end = partEnd(line.text, at);
    parts.push({ ...line, startMs: timeAt(at), endMs: timeAt(end), text: line.text.slice(at, end).trim() });
    at = end;
  }
  return parts.filter(({ text }) => foldedWords(text).length > 0);
}

/** Returns the end of a part: after the last sentence that fits, else after the last word, else between two characters. */
function partEnd(text: string, at: number): number {
  const end = at + SEGMENT_CHARS_LONGEST;
  if (end >= text.length) return text.length;
  const room = text.slice(at, end);
  const sentence = Math.max(...[". ", "? ", "! "].map((mark) => room.lastIndexOf(mark)));
  if (sentence > SEGMENT_CHARS_LONGEST / 2) return at + sentence + 2;
  const word = room.lastIndexOf(" ");
  if (word > 0) return at + word + 1;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end;
}

function* linesOf(cues: readonly CaptionCue[]): Turns<Line[]> {
  const valid = cues.filter((cue) => Number.isFinite(cue.startMs) && Number.isFinite(cue.endMs) && cue.startMs >= 0);
  const sorted = valid.toSorted((a, b) => a.startMs - b.startMs);
  const texts = yield* readSpeakers(sorted.map((cue) => (cue.speaker ? "" : cue.text)));
  const lines: Line[] = [];
  for (const [index, cue] of sorted.entries()) {
    yield cue.text.length / 2;
    const read = cue.speaker ? { speaker: cue.speaker, text: plainText(cue.text) } : texts[index];
    if (!read || foldedWords(read.text).length === 0 || isSoundTag(read.text)) continue;
    const turns = read.speaker === null && beginsTurn(read.text);
    lines.push({ ...read, turns, startMs: cue.startMs, endMs: Math.max(cue.startMs, cue.endMs) });
  }
  return lines;
}

/** Removes repetitions of rolling captions, which show the last line again above the new one. */
function* withoutRolling(lines: Line[]): Turns<Line[]> {
  const partWordsMin = (yield* rolls(lines)) ? ROLLING_WORDS_MIN : ROLLING_PART_WORDS_MIN;
  const result: Line[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    yield line.text.length / 4;
    const fresh: string | null = before === null ? line.text : freshPart(before, line, partWordsMin);
    if (fresh === null) {
      const last = result.at(-1);
      if (last) last.endMs = Math.max(last.endMs, line.endMs);
    } else result.push({ ...line, text: fresh });
    before = line;
  }
  return result;
}

/** Tells whether the file's captions roll: most adjacent captions begin, letter for letter, with the end of the one before. */
function* rolls(lines: readonly Line[]): Turns<boolean> {
  let touching = 0;
  let repeating = 0;
  for (const [index, line] of lines.entries()) {
    yield line.text.length;
    const before = lines[index - 1];
    if (before === undefined || !canRoll(before, line)) continue;
    touching += 1;
    if (beginsWithEnd(before.text, line.text)) repeating += 1;
  }
  return repeating > 0 && repeating >= touching * ROLLING_SHARE_MIN;
}

function beginsWithEnd(before: string, text: string): boolean {
  let end = 0;
  for (let words = 1; words <= ROLLING_WORDS_MAX && end < text.length; words += 1) {
    const space = text.indexOf(" ", end + 1);
    end = space === -1 ? text.length : space;
    const start = before.length - end;
    const isWhole = start === 0 || before[start - 1] === " ";
    if (words >= ROLLING_WORDS_MIN && isWhole && before.endsWith(text.slice(0, end))) return true;
  }
  return false;
}

/** Only adjacent captions of one voice can roll. */
function canRoll(before: Line, line: Line): boolean {
  const sameVoice = before.speaker === line.speaker || line.speaker === null;
  return sameVoice && !line.turns && line.startMs <= before.endMs + TOUCH_MS;
}

/** Returns the text that a line adds to the one before; null when it only repeats it. */
function freshPart(before: Line, line: Line, partWordsMin: number): string | null {
  if (!canRoll(before, line)) return line.text;
  const old = before.text.split(" ");
  const tokens = line.text.split(" ");
  // Words are folded once: with a refrain, every word would be folded again for each length.
  const oldFolded = old.slice(-ROLLING_WORDS_MAX).map(foldWord);
  const folded = tokens.slice(0, ROLLING_WORDS_MAX).map(foldWord);
  for (let size = Math.min(old.length, tokens.length, ROLLING_WORDS_MAX); size >= ROLLING_WORDS_MIN; size -= 1) {
    const wholeLine = size === old.length || size === tokens.length;
    if (!wholeLine && size < partWordsMin) break;
    if (!oldFolded.slice(-size).every((word, index) => word === (folded[index] ?? ""))) continue;
    const rest = tokens.slice(size).join(" ");
    return foldedWords(rest).length === 0 ? null : rest;
  }
  return line.text;
}

/**
 * A finished cue of nobody by name is not joined with the next, which another person may have said. In files with a cue for each word it is:
 * there a cue is no utterance.
 */
function continues(last: Line, line: Line, isByWord: boolean): boolean {
  const sameVoice = last.speaker === line.speaker && !line.turns;
  const pauseMs = line.startMs - last.endMs;
  const lengthMs = line.endMs - last.startMs;
  const chars = last.text.length + line.text.length;
  if (!sameVoice || pauseMs > PAUSE_MS_MAX || lengthMs > SEGMENT_MS_MAX || chars > SEGMENT_CHARS_MAX) return false;
  const isAnswer = NUMBER_ONLY.test(last.text) && /^\p{Lu}/u.test(line.text);
  if (!SENTENCE_END.test(last.text) && (!isAnswer || isByWord)) return true;
  return (last.speaker !== null || isByWord) && chars < SEGMENT_CHARS_COMFORTABLE;
}

import { QUIET_DBFS_MAX } from "#app/domain/limits/windows.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { isFarewellToViewers, isFilmCredit, isSoundLabel } from "#app/domain/transcript/invented-phrases.ts";
import type { RecognisedSpeech, SpokenSegment } from "#app/domain/transcript/recognised-speech.ts";

/** A range of the audio. */
type Stretch = { startMs: number; endMs: number };

/** The reason why a segment was dropped; the counts go into the log. */
export type Invention = "empty" | "outside" | "loop" | "no-speech" | "credit" | "silence" | "dense";
export type InventionCounts = Record<Invention, number>;

/** Whisper's own thresholds for decoding an answer again. */
const COMPRESSION_RATIO_MAX = 2.4;
const NO_SPEECH_PROBABILITY_MAX = 0.6;
const MEAN_LOG_PROBABILITY_MIN = -1;
/** For engines without a no-speech probability: below a fifth of confidence per word, the engine guesses. */
const GUESS_LOG_PROBABILITY_MAX = -1.6;
/** The fastest speakers reach eight words a second. Short segments are not checked, because engines' times are rough. */
const WORDS_A_SECOND_MAX = 15;
const DENSE_MS_MIN = 2000;
/** People say "no, no, no"; they do not say one phrase often enough to fill most of a segment with it. */
const LOOP_WORDS_MIN = 12;
const LOOP_TIMES_MIN = 4;
const LOOP_PHRASE_WORDS_MAX = 12;
const LOOP_SHARE_MIN = 0.6;
/** An endlessly repeated syllable, written as one word. */
const STAMMER = /(\p{L}{1,4})\1{15,}/u;
/** The same answer in segment after segment: a phrase this often, a short "yeah" more often. */
const ECHO_SEGMENTS_MAX = 3;
const ECHO_SHORT_SEGMENTS_MAX = 8;
const ECHO_SHORT_WORDS = 2;
/** Engines round times: a segment may begin or end this much outside the audio. */
const EDGE_SLACK_MS = 1000;

/** A farewell to viewers may be real; it is dropped only when the engine itself doubts that there is speech. */
const FAREWELL_DOUBT = 0.3;

/**
 * Separates speech from text that a speech engine invented: loops, text over silence (`silences`: parts of the audio without
 * sound), film credits, names of sounds, more words than fit their time, times outside the audio. Keeps the order; trims times
 * that are outside by rounding.
 */
export function dropInventions(
  speech: RecognisedSpeech,
  audio: { durationMs: number; silences?: readonly Stretch[] },
): { kept: SpokenSegment[]; dropped: number; counts: InventionCounts } {
  const counts: InventionCounts = { empty: 0, outside: 0, loop: 0, "no-speech": 0, credit: 0, silence: 0, dense: 0 };
  const kept: SpokenSegment[] = [];
  let echo = { key: "", times: 0 };
  for (const segment of speech.segments) {
    const words = foldedWords(segment.text);
    const key = words.join(" ");
    if (key !== "") echo = key === echo.key ? { key, times: echo.times + 1 } : { key, times: 1 };
    const invention =
      judge(segment, words, audio.durationMs) ??
      (isOverSilence(segment, audio.silences) ? "silence" : null) ??
      (isEcho(words, echo.times) ? "loop" : null);
    if (invention !== null) counts[invention] += 1;
    else kept.push(within(segment, audio.durationMs));
  }
  return { kept, dropped: speech.segments.length - kept.length, counts };
}

function judge(segment: SpokenSegment, words: string[], durationMs: number): Invention | null {
  if (words.length === 0) return "empty";
  if (isOutside(segment, durationMs)) return "outside";
  if (isSoundLabel(segment.text) || (segment.loudnessDbfs ?? 0) < QUIET_DBFS_MAX) return "no-speech";
  if ((segment.compressionRatio ?? 0) > COMPRESSION_RATIO_MAX || isLoop(words)) return "loop";
  if (isDense(segment, words.length)) return "dense";
  if (isFilmCredit(segment.text)) return "credit";
  const { noSpeechProbability: noSpeech, meanLogProbability } = segment;
  const sureness = meanLogProbability ?? 0;
  if (noSpeech === null) return sureness < GUESS_LOG_PROBABILITY_MAX ? "no-speech" : null;
  if (noSpeech > FAREWELL_DOUBT && isFarewellToViewers(segment.text)) return "credit";
  return noSpeech > NO_SPEECH_PROBABILITY_MAX && sureness < MEAN_LOG_PROBABILITY_MIN ? "no-speech" : null;
}

function isOutside(segment: SpokenSegment, durationMs: number): boolean {
  const { startMs, endMs } = segment;
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs) || endMs < startMs) return true;
  return startMs < -EDGE_SLACK_MS || startMs >= durationMs || endMs <= 0;
}

/** Tells whether a segment has more words than anybody can say in its time: the engine continued without speech. */
function isDense({ startMs, endMs }: SpokenSegment, words: number): boolean {
  return endMs - startMs >= DENSE_MS_MIN && words * 1000 > (endMs - startMs) * WORDS_A_SECOND_MAX;
}

/**
 * Tells whether the whole segment is digital silence. A segment that only begins or ends in silence is kept: engines round, and
 * people pause.
 */
function isOverSilence({ startMs, endMs }: SpokenSegment, silences: readonly Stretch[] = []): boolean {
  return silences.some((silence) => silence.startMs <= startMs && endMs <= silence.endMs);
}

/** One phrase, repeated without a break, fills most of the text. */
function isLoop(words: string[]): boolean {
  if (words.some((word) => STAMMER.test(word))) return true;
  if (words.length < LOOP_WORDS_MIN) return false;
  for (let size = 1; size <= LOOP_PHRASE_WORDS_MAX; size += 1) {
    let run = 0;
    for (let index = size; index < words.length; index += 1) {
      run = words[index] === words[index - size] ? run + 1 : 0;
      const covered = run + size;
      if (covered >= LOOP_TIMES_MIN * size && covered >= LOOP_SHARE_MIN * words.length) return true;
    }
  }
  return false;
}

function isEcho(words: string[], times: number): boolean {
  return times > (words.length <= ECHO_SHORT_WORDS ? ECHO_SHORT_SEGMENTS_MAX : ECHO_SEGMENTS_MAX);
}

function within(segment: SpokenSegment, durationMs: number): SpokenSegment {
  const clamp = (ms: number) => Math.min(Math.max(0, ms), durationMs);
  return { ...segment, startMs: clamp(segment.startMs), endMs: clamp(segment.endMs) };
}

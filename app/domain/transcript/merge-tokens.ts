import { foldWord } from "#app/domain/transcript/fold.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";

type WindowSegment = RecognisedWindow["segments"][number];

/** A token of a segment's own text (so that what is kept is spelled as it was), its folded form and its time. */
export type TimedToken = { text: string; folded: string; startMs: number; endMs: number; exact: boolean };

/**
 * The tokens of a segment with their times: the engine's own where its words spell the text, else spread over the
 * segment by length, which is right to about a second inside one breath of speech.
 */
export function timedTokens(segment: WindowSegment): TimedToken[] {
  const texts = segment.text.split(/\s+/u).filter((token) => token.length > 0);
  const folded = texts.map(foldWord);
  return fromWords(segment, texts, folded) ?? interpolated(segment, texts, folded);
}

/** Engines cut words differently from spaces ("don", "'t"), so tokens and words are matched by their letters. */
function fromWords(segment: WindowSegment, texts: string[], folded: string[]): TimedToken[] | null {
  if (segment.words === null) return null;
  const words = segment.words.map((word) => ({ ...word, folded: foldWord(word.text) }));
  if (words.map((word) => word.folded).join("") !== folded.join("")) return null;
  const spoken = words.filter((word) => word.folded !== "");
  const tokens: TimedToken[] = [];
  let at = 0;
  let used = 0;
  let clockMs = segment.startMs;
  texts.forEach((text, index) => {
    const key = folded[index] ?? "";
    const startMs = key === "" ? clockMs : (spoken[at]?.startMs ?? clockMs);
    let left = key.length;
    while (left > 0 && at < spoken.length) {
      const word = spoken[at];
      if (word === undefined) break;
      const taken = Math.min(left, word.folded.length - used);
      left -= taken;
      used += taken;
      clockMs = word.endMs;
      if (used === word.folded.length) {
        at += 1;
        used = 0;
      }
    }
    tokens.push({ text, folded: key, startMs, endMs: Math.max(startMs, clockMs), exact: true });
  });
  return tokens;
}

function interpolated(segment: WindowSegment, texts: string[], folded: string[]): TimedToken[] {
  // Two letters more than written: a short word takes longer than its letters say.
  const weights = texts.map((text) => text.length + 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spanMs = Math.max(0, segment.endMs - segment.startMs);
  let passed = 0;
  return texts.map((text, index) => {
    const startMs = segment.startMs + (spanMs * passed) / total;
    passed += weights[index] ?? 0;
    const endMs = segment.startMs + (spanMs * passed) / total;
    return { text, folded: folded[index] ?? "", startMs, endMs, exact: false };
  });
}

/** `length` words that both sides share: from `left` in the first, from `right` in the second. */
export type Run = { left: number; right: number; length: number };

/**
 * Tolerated difference between two times of one word: an engine's own times differ by little, interpolated ones by a few seconds.
 */
const TOLERANCE_EXACT_MS = 1500;
const TOLERANCE_INTERPOLATED_MS = 3000;
/**
 * `WORD_WORTH`: score of a common word whatever its time. `RUN_BELIEVED_WORDS`: a run of this length is accepted even if no time
 * is close, because times may be off and several equal words are not chance.
 */
const WORD_WORTH = 0.2;
const RUN_BELIEVED_WORDS = 3;
/** Share of their score that the other runs of a diagonal add to each of them. */
const SUPPORT_WORTH = 0.5;

/**
 * Returns the best common run of two word lists, or null. Words count more the closer their times are: in "no, no, no, no" the
 * text alone cannot tell which "no" is which. Other runs at the same distance support it, so that one word which both sides heard beside
 * different others ("eh") does not outweigh the words around it.
 */
export function bestRun(left: readonly TimedToken[], right: readonly TimedToken[]): Run | null {
  let best: Run | null = null;
  let bestScore = 0;
  for (let offset = 1 - right.length; offset < left.length; offset += 1) {
    const runs = runsOnDiagonal(left, right, offset).map((run) => ({ run, score: scoreOf(left, right, run) }));
    const all = runs.reduce((sum, { score }) => sum + score, 0);
    for (const { run, score } of runs) {
      const supported = score === 0 ? 0 : score + SUPPORT_WORTH * (all - score);
      if (supported > bestScore) {
        best = run;
        bestScore = supported;
      }
    }
  }
  return best;
}

/** Returns the maximal runs of equal words at which left's index is right's plus `offset`. */
function runsOnDiagonal(left: readonly TimedToken[], right: readonly TimedToken[], offset: number): Run[] {
  const runs: Run[] = [];
  const end = Math.min(left.length, right.length + offset);
  let start = Math.max(0, offset);
  for (let index = start; index <= end; index += 1) {
    const same = index < end && left[index]?.folded === right[index - offset]?.folded;
    if (same) continue;
    if (index > start) runs.push({ left: start, right: start - offset, length: index - start });
    start = index + 1;
  }
  return runs;
}

function scoreOf(left: readonly TimedToken[], right: readonly TimedToken[], run: Run): number {
  let closeness = 0;
  let apart = 0;
  for (let index = 0; index < run.length; index += 1) {
    const one = left[run.left + index];
    const other = right[run.right + index];
    if (!one || !other) continue;
    const tolerance = one.exact && other.exact ? TOLERANCE_EXACT_MS : TOLERANCE_INTERPOLATED_MS;
    const distance = Math.abs(one.startMs + one.endMs - other.startMs - other.endMs) / 2 / tolerance;
    closeness += Math.max(0, 1 - distance);
    apart += distance / run.length;
  }
  const believed = apart < 2 && (closeness > 0 || run.length >= RUN_BELIEVED_WORDS);
  return believed ? closeness + WORD_WORTH * run.length : 0;
}

/** Length of a given transcript compared with its recording. */
export type TranscriptLength = "fits" | "much-shorter" | "much-longer";

/**
 * Minimum share of the recording that a transcript covers. People leave a recording running after the talk, and some exports
 * begin later, so half may still be the same meeting.
 */
const SHARE_MIN = 0.5;
/** A transcript cannot go on after its recording, except for clock differences and a last cue that stays on the screen. */
const SHARE_MAX = 1.05;
const BEYOND_MS_MAX = 60_000;
/** A missing part shorter than this may be silence. */
const MISSING_MS_MIN = 120_000;

/** Tells whether a transcript is so much shorter or longer than its recording that it may belong to another meeting. */
export function compareLength(cues: readonly CaptionCue[], durationMs: number): TranscriptLength {
  const endMs = cues.reduce((end, cue) => Math.max(end, cue.startMs, cue.endMs), 0);
  if (endMs > durationMs * SHARE_MAX + BEYOND_MS_MAX) return "much-longer";
  return endMs < durationMs * SHARE_MIN && durationMs - endMs > MISSING_MS_MIN ? "much-shorter" : "fits";
}

import { findBackchannels } from "#app/domain/transcript/backchannels.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Figures of one person in a meeting. Times in ms. */
export type SpeakerStatistics = {
  name: string;
  spokenMs: number;
  /** Of all that was said by people with a name, 0..1. */
  share: number;
  /** Times that they took the floor; listener's signals are none. */
  turns: number;
  /** The longest time that nobody else took the floor. */
  longestMs: number;
  /** Sentences that ask, as the transcript punctuates them. */
  questions: number;
  /** Times that they took the floor while somebody else went on speaking. Null where the transcript never has two voices at once. */
  interruptions: number | null;
};

/** Two voices at once for less than this are no interruption: turns overlap by a breath, and times of words are that exact. */
const OVERLAP_MS_MIN = 500;
/** Somebody who says nothing for longer has given the floor back. */
const PAUSE_MS_MAX = 10_000;

type Turn = { speaker: string; startMs: number; endMs: number; isInterrupting: boolean };

/**
 * Statistics of each person who has a name, the one who spoke longest first. `segments` in the order of their starts. A listener's signal ("Mm-hmm")
 * counts as speaking time, and neither takes the floor nor ends the turn of the other.
 */
export function speakerStatistics(segments: readonly Segment[]): SpeakerStatistics[] {
  const named = segments.filter((segment): segment is Segment & { speaker: string } => segment.speaker !== null);
  const signals = findBackchannels(named);
  const turns = turnsOf(named.filter((_, index) => signals[index] !== true));
  const hasOverlaps = named.some(({ startMs, speaker }, index) => {
    const before = named[index - 1];
    return before !== undefined && before.speaker !== speaker && before.endMs - startMs >= OVERLAP_MS_MIN;
  });
  const total = named.reduce((sum, segment) => sum + lengthOf(segment), 0);
  const of = (name: string): SpeakerStatistics => {
    const own = named.filter(({ speaker }) => speaker === name);
    const taken = turns.filter(({ speaker }) => speaker === name);
    const spokenMs = own.reduce((sum, segment) => sum + lengthOf(segment), 0);
    return {
      name,
      spokenMs,
      share: total === 0 ? 0 : spokenMs / total,
      turns: taken.length,
      longestMs: Math.max(0, ...taken.map(lengthOf)),
      questions: own.reduce((sum, { text }) => sum + countQuestions(text), 0),
      interruptions: hasOverlaps ? taken.filter(({ isInterrupting }) => isInterrupting).length : null,
    };
  };
  return [...new Set(named.map(({ speaker }) => speaker))]
    .map(of)
    .toSorted((one, other) => other.spokenMs - one.spokenMs);
}

function turnsOf(segments: readonly (Segment & { speaker: string })[]): Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, startMs, endMs } of segments) {
    const last = turns.at(-1);
    if (last?.speaker === speaker && startMs - last.endMs <= PAUSE_MS_MAX) last.endMs = Math.max(last.endMs, endMs);
    else {
      const isInterrupting = last !== undefined && last.speaker !== speaker && last.endMs - startMs >= OVERLAP_MS_MIN;
      turns.push({ speaker, startMs, endMs, isInterrupting });
    }
  }
  return turns;
}

function lengthOf({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return Math.max(0, endMs - startMs);
}

/** "Really?! Why?" asks twice. */
function countQuestions(text: string): number {
  return text.match(/[?？][?!？]*/g)?.length ?? 0;
}

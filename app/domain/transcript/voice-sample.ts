import { isBackchannel } from "#app/domain/transcript/backchannels.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A stretch of the recording in which one person is heard, in ms. */
export type VoiceSample = { startMs: number; endMs: number };

/** A voice is recognised within seconds; a sentence that is cut off in the middle says nothing more about it. */
const SAMPLE_MS = { min: 4000, max: 6000 };
/** A pause within a sample may not be longer. */
const PAUSE_MS = 1000;
/** Letters a second from which nothing more is gained: people speak about 12 to 18. */
const LETTERS_A_SECOND = 12;
/** Segments looked at for one sample: a transcript of empty cues must not take its square of time. */
const SEGMENTS_MAX = 40;

/**
 * Chooses the clearest 4 to 6 s of each speaker: an unbroken turn that no other segment overlaps, dense with words, and away from the
 * places where speakers change. Speakers without such a turn get their longest segment, at most 6 s of it. By speaker as in `segments`,
 * which are in the order of the recording.
 */
export function voiceSamples(segments: readonly Segment[]): Map<string, VoiceSample> {
  const best = new Map<string, VoiceSample & { score: number }>();
  for (const [index, segment] of segments.entries()) {
    const { speaker } = segment;
    if (speaker === null || isBackchannel(segment.text)) continue;
    const sample = { ...stretchFrom(segments, index), score: 0 };
    sample.score = scoreOf(segments, index, sample);
    const known = best.get(speaker);
    if (!known || sample.score > known.score) best.set(speaker, sample);
  }
  return new Map([...best].map(([speaker, { startMs, endMs }]) => [speaker, { startMs, endMs }]));
}

/** The speaker's words from a segment on, until 4 s are full or somebody else speaks. */
function stretchFrom(segments: readonly Segment[], from: number): VoiceSample {
  const { startMs, speaker, endMs } = segments[from] ?? { startMs: 0, endMs: 0, speaker: null };
  let end = endMs;
  for (let at = from + 1; end - startMs < SAMPLE_MS.min && at < from + SEGMENTS_MAX; at++) {
    const next = segments[at];
    if (!next || next.speaker !== speaker || next.startMs - end > PAUSE_MS) break;
    end = Math.max(end, next.endMs);
  }
  return { startMs, endMs: Math.min(end, startMs + SAMPLE_MS.max) };
}

/** Higher is clearer: 0 to 1 for the length, up to 1 for the density, minus 1 for an overlap and a little for a change nearby. */
function scoreOf(segments: readonly Segment[], from: number, { startMs, endMs }: VoiceSample): number {
  const length = Math.min(1, (endMs - startMs) / SAMPLE_MS.min);
  let letters = 0;
  let last = from;
  for (; (segments[last]?.startMs ?? endMs) < endMs && last < from + SEGMENTS_MAX; last++)
    letters += segments[last]?.text.length ?? 0;
  const density = Math.min(1, letters / (LETTERS_A_SECOND * Math.max(1, (endMs - startMs) / 1000)));
  const { speaker } = segments[from] ?? { speaker: null };
  const before = segments[from - 1];
  const isOverlapped =
    (before && before.speaker !== speaker && before.endMs > startMs) ||
    segments.slice(from, last).some((segment) => segment.speaker !== speaker);
  const isAtChange = before !== undefined && before.speaker !== speaker;
  return length * (1 + density) - (isOverlapped ? 1 : 0) - (isAtChange ? 0.1 : 0);
}

import { useEffect, useMemo } from "react";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import { usePlayer } from "#app/features/meeting/player/playback.ts";

/** A part of the recording without speech, in ms. */
type Silence = { startMs: number; endMs: number };

/** Shorter pauses belong to speech and are not skipped. */
const SILENCE_MS_MIN = 2000;
/** Parts of a silence that are played at its beginning and before its end, in ms, so that no word is cut. */
const TAIL_MS = 400;
const LEAD_MS = 300;

/**
 * The silences before the first segment and between the segments, but not after the last one. Parts without text yet (`gaps`)
 * are unknown and are not skipped.
 */
export function findSilences(segments: readonly SegmentView[], gaps: readonly Silence[]): Silence[] {
  const silences: Silence[] = [];
  let speechEndMs = 0;
  for (const { startMs, endMs } of segments) {
    if (startMs - speechEndMs > SILENCE_MS_MIN) silences.push({ startMs: speechEndMs, endMs: startMs });
    speechEndMs = Math.max(speechEndMs, endMs);
  }
  return silences.filter((silence) => !gaps.some((gap) => gap.startMs < silence.endMs && gap.endMs > silence.startMs));
}

/** The position at which playback continues from a moment in a silence, in ms; null outside of silences. */
export function skipFrom(silences: readonly Silence[], ms: number): number | null {
  let low = 0;
  let high = silences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((silences[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  const silence = silences[low - 1];
  if (!silence || ms < silence.startMs + (silence.startMs === 0 ? 0 : TAIL_MS)) return null;
  const to = silence.endMs - LEAD_MS;
  // A jump that saves too little is not made.
  return to - ms > TAIL_MS ? to : null;
}

/** While it plays, pauses of more than two seconds are jumped. For people who chose it, and only with the whole transcript. */
export function SkipSilence({ view: { segments, head } }: { view: PageView }) {
  const playback = usePlayer();
  const silences = useMemo(() => findSilences(segments, head.gaps), [segments, head.gaps]);
  useEffect(() => {
    if (silences.length === 0) return;
    return playback.subscribe(() => {
      const { ms, playing } = playback.getState();
      const to = playing ? skipFrom(silences, ms) : null;
      if (to !== null) playback.seek(to);
    });
  }, [playback, silences]);
  return null;
}

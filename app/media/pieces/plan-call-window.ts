import { CALL_PAUSE_MS_MIN, CALL_WINDOW_MS, CALL_WINDOW_MS_MAX, CALL_WINDOW_MS_MIN } from "#app/domain/limits/calls.ts";

/** A stretch, in milliseconds of the recording. */
export type Stretch = { startMs: number; endMs: number };

/**
 * Cuts the next window of a call: from `fromMs` (the end of the last one) to a pause near `aimMs`. Null until enough is known.
 * `untilMs`: time up to which all sound is there and every `loud` stretch is known. `loud` may overlap and be in any order. `ended`: no
 * more will come, so that the rest is cut too; then null when nothing is left. The windows of a call join without gap or overlap.
 */
export function planCallWindow({
  fromMs,
  untilMs,
  loud,
  ended,
  aimMs = CALL_WINDOW_MS,
}: {
  fromMs: number;
  untilMs: number;
  loud: readonly Stretch[];
  ended: boolean;
  aimMs?: number;
}): Stretch | null {
  const known = untilMs - fromMs;
  if (known <= 0) return null;
  if (ended && known <= CALL_WINDOW_MS_MAX) return { startMs: fromMs, endMs: untilMs };
  if (known < aimMs) return null;
  const from = fromMs + CALL_WINDOW_MS_MIN;
  // Not past `untilMs`. The rest of an ended call becomes a window too, however short.
  const to = Math.min(fromMs + CALL_WINDOW_MS_MAX, untilMs);
  const pause = bestPause(quietStretches(loud, from, to), fromMs + aimMs);
  const enough = pause !== null && pause.endMs - pause.startMs >= CALL_PAUSE_MS_MIN;
  if (!enough && known < CALL_WINDOW_MS_MAX && !ended) return null;
  const endMs = pause === null ? fromMs + aimMs : cutOf(pause, fromMs + aimMs);
  return { startMs: fromMs, endMs };
}

/** The time nearest to the desired length, but not at a pause's edge, where a word may still sound. */
function cutOf({ startMs, endMs }: Stretch, aimMs: number): number {
  const edge = Math.min(CALL_PAUSE_MS_MIN, endMs - startMs) / 2;
  return Math.round(Math.min(Math.max(aimMs, startMs + edge), endMs - edge));
}

/** The longest pause; each second away from the aim counts as much as a twentieth of a second of pause. Pauses over 2 s are equal. */
function bestPause(pauses: readonly Stretch[], aimMs: number): Stretch | null {
  let best: Stretch | null = null;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const pause of pauses) {
    const worth = Math.min(pause.endMs - pause.startMs, 2000) - Math.abs(cutOf(pause, aimMs) - aimMs) / 20;
    if (worth <= bestWorth) continue;
    best = pause;
    bestWorth = worth;
  }
  return best;
}

/** The parts of [from, to) in which nobody is loud. */
function quietStretches(loud: readonly Stretch[], from: number, to: number): Stretch[] {
  const quiet: Stretch[] = [];
  let at = from;
  for (const { startMs, endMs } of loud.toSorted((a, b) => a.startMs - b.startMs)) {
    if (startMs >= to) break;
    if (startMs > at) quiet.push({ startMs: at, endMs: startMs });
    at = Math.max(at, endMs);
  }
  if (at < to) quiet.push({ startMs: at, endMs: to });
  return quiet;
}

import { CALL_PAUSE_MS_MIN, CALL_WINDOW_MS, CALL_WINDOW_MS_MAX, CALL_WINDOW_MS_MIN } from "#app/domain/limits/calls.ts";

/** A stretch, in milliseconds of the recording. */
export type Stretch = { startMs: number; endMs: number };

/**
 * Where the next window of a call is cut: from `fromMs` (where the last one ended) up to a pause near CALL_WINDOW_MS. Null while
 * there is not enough to know. `untilMs`: up to where all sound is there and every `loud` stretch is known. `loud` may overlap and stand in any order. `ended`:
 * no more will come, so that what is left is cut too; null then when nothing is left. The windows of a call join without gap or overlap.
 */
export function planCallWindow({
  fromMs,
  untilMs,
  loud,
  ended,
}: {
  fromMs: number;
  untilMs: number;
  loud: readonly Stretch[];
  ended: boolean;
}): Stretch | null {
  const known = untilMs - fromMs;
  if (known <= 0) return null;
  if (ended && known <= CALL_WINDOW_MS_MAX) return { startMs: fromMs, endMs: untilMs };
  if (known < CALL_WINDOW_MS) return null;
  const from = fromMs + CALL_WINDOW_MS_MIN;
  // What is left of an ended call must be a window too.
  const to = Math.min(fromMs + CALL_WINDOW_MS_MAX, untilMs);
  const pause = bestPause(quietStretches(loud, from, to), fromMs + CALL_WINDOW_MS);
  const enough = pause !== null && pause.endMs - pause.startMs >= CALL_PAUSE_MS_MIN;
  if (!enough && known < CALL_WINDOW_MS_MAX && !ended) return null;
  const endMs = pause === null ? fromMs + CALL_WINDOW_MS : cutOf(pause, fromMs + CALL_WINDOW_MS);
  return { startMs: fromMs, endMs };
}

/** Near the length aimed at, but not at a pause's edge, where a word may still ring. */
function cutOf({ startMs, endMs }: Stretch, aimMs: number): number {
  const edge = Math.min(CALL_PAUSE_MS_MIN, endMs - startMs) / 2;
  return Math.round(Math.min(Math.max(aimMs, startMs + edge), endMs - edge));
}

/** The longest, each second away from the aim counting as much as a twentieth of a second of pause. Pauses over 2 s are all as good. */
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

/** What of [from, to) nobody is loud in. */
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

import type { MeetingHead } from "#app/contracts/meeting-view.ts";

const MINUTE_MS = 60_000;
/** Lengths of a ruler that grows: each is kept until the recording is nearly as long. */
const SCALES_MIN = [10, 20, 30, 45, 60, 90, 120, 180, 240];

/** How much is recorded: by the clock while it runs, as counted once it has ended. `now` null: as far as has landed. */
export function recordedMs({ call, durationMs }: Pick<MeetingHead, "call" | "durationMs">, now: number | null): number {
  if (!call || call.recordingSince === null) return 0;
  if (call.stoppedAt !== null || call.stopping)
    return durationMs ?? Math.max(call.landedMs, (call.stoppedAt ?? 0) - call.recordingSince);
  return now === null ? call.landedMs : Math.max(call.landedMs, now - call.recordingSince);
}

/** How long the ruler is drawn: always with room for what comes, and never so often that it jumps. */
export function rulerScaleMs(recorded: number): number {
  const minutes = SCALES_MIN.find((each) => each * MINUTE_MS > recorded * 1.1);
  return (minutes ?? Math.ceil((recorded * 1.1) / MINUTE_MS)) * MINUTE_MS;
}

import { useSyncExternalStore } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";

const MINUTE_MS = 60_000;
/** Ruler lengths in minutes: each is kept until the recording is nearly as long. */
const SCALES_MIN = [10, 20, 30, 45, 60, 90, 120, 180, 240];

/** Recorded length in ms: by the clock during the recording, the stored length after it. `now` null: the length stored so far. */
export function recordedMs({ call, durationMs }: Pick<MeetingHead, "call" | "durationMs">, now: number | null): number {
  if (!call || call.recordingSince === null) return 0;
  if (call.stoppedAt !== null) return durationMs ?? Math.max(call.landedMs, call.stoppedAt - call.recordingSince);
  return now === null ? call.landedMs : Math.max(call.landedMs, now - call.recordingSince);
}

/**
 * Everything said before it is in the transcript, in ms of the recording. Not the recognised length: what is silent in a browser's
 * recording has no window.
 */
export function writtenUntilMs({ call, gaps }: Pick<MeetingHead, "call" | "gaps">): number {
  return gaps[0]?.startMs ?? call?.landedMs ?? 0;
}

/** Length of the ruler in ms: longer than the recording, and changed in large steps so that the ruler seldom jumps. */
export function rulerScaleMs(recorded: number): number {
  const minutes = SCALES_MIN.find((each) => each * MINUTE_MS > recorded * 1.1);
  return (minutes ?? Math.ceil((recorded * 1.1) / MINUTE_MS)) * MINUTE_MS;
}

const SECOND_MS = 1000;

/** The clock, a second at a time; null on the server and in the first moment, where its clock would be another's. */
export function useNow(isRunning: boolean): number | null {
  return useSyncExternalStore(isRunning ? everySecond : never, thisSecond, nothing);
}

const thisSecond = () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const nothing = () => null;
const never = () => () => {};

function everySecond(told: () => void): () => void {
  const timer = setInterval(told, SECOND_MS);
  return () => clearInterval(timer);
}

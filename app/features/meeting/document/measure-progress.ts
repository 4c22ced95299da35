import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { measureShare } from "#app/domain/time.ts";

/** Measured, never guessed: recognised against wanted length of the recording. Null until the plan is known. */
export function measureProgress(head: Pick<MeetingHead, "status" | "recognisedMs" | "wantedMs" | "speech">) {
  if (head.status !== "TRANSCRIBING" || head.wantedMs <= 0) return null;
  const done = Math.min(head.recognisedMs, head.wantedMs);
  return {
    percent: Math.floor((done / head.wantedMs) * 100),
    ...measureShare(done, head.wantedMs),
    minutesLeft: minutesLeft(head, head.wantedMs - done),
  };
}

/**
 * As the engine measured its own speed on this machine. Null before it did, and while other recordings go first: their length is not known here.
 */
function minutesLeft({ speech }: Pick<MeetingHead, "speech">, leftMs: number): number | null {
  if (!speech || speech.pace === null || speech.ahead > 0) return null;
  return Math.max(1, Math.ceil((leftMs * speech.pace) / 60_000));
}

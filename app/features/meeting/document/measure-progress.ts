import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { measureShare } from "#app/domain/time.ts";

/** Measured, never guessed: recognised against wanted length of the recording. Null until the plan is known. */
export function measureProgress(head: Pick<MeetingHead, "status" | "recognisedMs" | "wantedMs">) {
  if (head.status !== "TRANSCRIBING" || head.wantedMs <= 0) return null;
  const done = Math.min(head.recognisedMs, head.wantedMs);
  return {
    percent: Math.floor((done / head.wantedMs) * 100),
    ...measureShare(done, head.wantedMs),
  };
}

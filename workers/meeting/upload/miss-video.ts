import { awaitsFile } from "#app/domain/meeting/states.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * A person gives the upload up: where all of its sound is there, the meeting stays with what was heard. False where there is
 * no more than a part of it, and the meeting has to go.
 */
export function missVideo({ now, log }: Pick<MeetingDeps, "now" | "log">, storage: DurableObjectStorage): boolean {
  const row = readAlive(storage.sql);
  if (!row || !awaitsFile(row.alive.state)) return row !== null;
  if (row.alive.state.status === "TORECORD" || row.alive.state.status === "RECORDING") return false;
  applyEvent(storage, { type: "video-missed" }, { now: now() });
  log("meeting.video.missed", { meetId: row.meetId });
  return true;
}

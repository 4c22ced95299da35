import type { CallId } from "#app/domain/ids.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { MeetingRow } from "#workers/meeting/store.ts";

/**
 * What is left of a meeting outside its object, once it is gone: the list's row becomes a tombstone, the reservation
 * falls, and the bytes go where no other meeting stands on them. Every part may be done twice.
 */
export async function removeContent(
  deps: MeetingDeps,
  meeting: MeetingRow,
  effect: { usage: "counted" | "released"; leave?: CallId },
): Promise<void> {
  // First: whoever still records for nobody writes what would have to be removed again.
  if (effect.leave) await deps.calls.leave(effect.leave, meeting.meetId);
  // Whatever the outbox still wanted of the ledger went with the meeting, so it is said here.
  if (effect.usage === "counted") await deps.lists.countUsage(meeting);
  else await deps.lists.releaseUsage(meeting, "discarded");
  await removeBytes(deps, meeting);
}

/** The bytes under the meeting, and the recording where it is free. Also for what lands after the meeting has gone. */
export async function removeBytes(deps: MeetingDeps, meeting: MeetingRow): Promise<void> {
  const { recordingIsFree } = await deps.lists.tombstone(meeting, meeting.sequence);
  await deps.store.removeAll(meetingPrefix(meeting.meetId));
  if (recordingIsFree) await deps.store.removeAll(recordingPrefix(meeting.recordingId));
}

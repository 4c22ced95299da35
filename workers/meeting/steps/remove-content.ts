import type { CallId } from "#app/domain/ids.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { MeetingRow } from "#workers/meeting/store/store.ts";

/**
 * Removes what is left of a deleted meeting outside its object: the list's row becomes a tombstone, the reservation is
 * released, and the bytes are removed when no other meeting uses them. Every part may be done twice.
 */
export async function removeContent(
  deps: MeetingDeps,
  meeting: MeetingRow,
  effect: { usage: "counted" | "released"; leave?: CallId },
): Promise<void> {
  // First: a bot that still records would write bytes that have to be removed again.
  if (effect.leave) await deps.calls.leave(effect.leave, meeting.meetId);
  // The outbox's entries for the ledger went with the meeting, so the usage is written here.
  if (effect.usage === "counted") await deps.lists.countUsage(meeting);
  else await deps.lists.releaseUsage(meeting, "discarded");
  await removeBytes(deps, meeting);
}

/** Removes the meeting's bytes, and the recording when no other meeting uses it. Also for bytes that land later. */
export async function removeBytes(deps: MeetingDeps, meeting: MeetingRow): Promise<void> {
  const { recordingIsFree } = await deps.lists.tombstone(meeting, meeting.sequence);
  await deps.store.removeAll(meetingPrefix(meeting.meetId));
  if (recordingIsFree) await deps.store.removeAll(recordingPrefix(meeting.recordingId));
}

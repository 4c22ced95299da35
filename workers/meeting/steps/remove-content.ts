import type { CallId, MeetId } from "#app/domain/ids.ts";
import { LATE_CONTENT_MS } from "#app/domain/limits/steps.ts";
import { meetingPlansPrefix, meetingPrefix, recordingPrefix, soundPrefix } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { forgetSound } from "#workers/meeting/store/sound.ts";
import { enqueue, type MeetingRow } from "#workers/meeting/store/store.ts";
import { readEarlierUploads } from "#workers/meeting/store/uploads.ts";

/**
 * Removes what is left of a deleted meeting outside its object: the list's row becomes a tombstone, the reservation is
 * released, and the bytes are removed when no other meeting uses them. Every part may be done twice.
 */
export async function removeContent(
  deps: MeetingDeps,
  meeting: MeetingRow,
  effect: {
    usage: "counted" | "released";
    leave?: CallId;
    parts?: readonly MeetId[];
    apart?: readonly MeetId[];
    pending?: MeetId;
  },
): Promise<void> {
  // First: a bot that still records would write bytes that have to be removed again.
  if (effect.leave) await deps.calls.leave(effect.leave, meeting.meetId);
  for (const part of effect.parts ?? []) await deps.merges.discardPart(part, meeting.meetId);
  for (const other of effect.apart ?? []) await deps.splits.partedFrom(other, meeting.meetId);
  if (effect.pending) {
    await deps.splits.discard(effect.pending);
    await removeBytes(deps, { ...meeting, meetId: effect.pending });
  }
  // The outbox's entries for the ledger went with the meeting, so the usage is written here.
  if (effect.usage === "counted") await deps.lists.countUsage(meeting);
  else await deps.lists.releaseUsage(meeting, "discarded");
  await removeBytes(deps, meeting);
}

/** Removes the meeting's bytes, and the recording when no other meeting uses it. Also for bytes that land later. */
export async function removeBytes(deps: MeetingDeps, meeting: MeetingRow): Promise<void> {
  const { recordingIsFree } = await deps.lists.tombstone(meeting, meeting.sequence);
  await deps.store.removeAll(meetingPrefix(meeting.meetId));
  const { recordingId, meetId } = meeting;
  // A recording that another meeting uses loses the plans of this one's clips.
  await deps.store.removeAll(recordingIsFree ? recordingPrefix(recordingId) : meetingPlansPrefix(recordingId, meetId));
}

/**
 * Sound that came ahead is removed once nothing will be heard in it any more, and so are the bytes of a video that did not
 * become the meeting's. Looked at once more when no place that was given out can be written any longer.
 */
export async function removeSound(
  { store, now }: Pick<MeetingDeps, "store" | "now">,
  sql: SqlStorage,
  meeting: MeetingRow,
  { round }: { round: 1 | 2 },
): Promise<void> {
  await store.removeAll(soundPrefix(meeting.recordingId));
  if (meeting.alive?.state.sound?.video === "missing") {
    for (const key of [meeting.uploadKey, ...readEarlierUploads(sql)]) await store.remove(key);
  }
  forgetSound(sql);
  const [[, lateMs]] = LATE_CONTENT_MS;
  if (round === 1) enqueue(sql, { type: "remove-sound", round: 2 }, now() + lateMs, meeting.sequence);
}

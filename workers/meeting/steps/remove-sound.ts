import { LATE_CONTENT_MS } from "#app/domain/limits/steps.ts";
import { soundPrefix } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { enqueue, type MeetingRow } from "#workers/meeting/store/store.ts";
import { forgetSound } from "#workers/meeting/store/sound.ts";
import { readEarlierUploads } from "#workers/meeting/store/uploads.ts";

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

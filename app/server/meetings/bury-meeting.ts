import { and, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { countReferences } from "#app/server/meetings/adopt-recording.ts";
import { meetingClaims, meetings, recordings, shareLinks } from "#app/server/db/schema.ts";

/**
 * A meeting that is gone: its claim and its links fall, its row becomes a tombstone without a word of it, and its recording loses one reference. In one
 * batch, and twice is as good as once: the reference is taken only together with the tombstone. Answers whether no other
 * meeting stands on the recording, so that its bytes may go.
 */
export async function buryMeeting(
  db: Database,
  input: { meetId: MeetId; ownerUserId: string; recordingId: RecordingId; sequence: number; now: number },
): Promise<{ recordingIsFree: boolean }> {
  const { meetId, ownerUserId, recordingId, sequence, now } = input;
  const stillThere = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt)));
  await db.batch([
    db
      .update(recordings)
      .set({ references: sql`${recordings.references} - 1` })
      .where(and(eq(recordings.id, recordingId), gt(recordings.references, 0), exists(stillThere))),
    db
      .update(meetings)
      .set({ ...NOTHING_SAID, deletedAt: now, updatedAt: now, sequence })
      .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt))),
    // Meetings of one call come and go on their own: theirs are counted.
    countReferences(db, recordingId),
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    db.delete(meetingClaims).where(and(eq(meetingClaims.ownerUserId, ownerUserId), eq(meetingClaims.meetId, meetId))),
    db
      .update(recordings)
      .set({ deletedAt: now, sizeBytes: null, etag: null, durationMs: null })
      .where(and(eq(recordings.id, recordingId), eq(recordings.references, 0), isNull(recordings.deletedAt))),
  ]);
  const [recording] = await db
    .select({ references: recordings.references })
    .from(recordings)
    .where(eq(recordings.id, recordingId));
  return { recordingIsFree: !recording || recording.references === 0 };
}

/** Of a tombstone only ids and days are left. */
const NOTHING_SAID = {
  title: "",
  startsAt: 0,
  timeZone: "UTC",
  templateId: null,
  platform: null,
  door: null,
  durationMs: null,
  participants: null,
  reason: null,
  taskCount: null,
} as const;

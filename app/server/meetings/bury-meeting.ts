import { and, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings, recordings } from "#app/server/db/schema.ts";

/**
 * A meeting that is gone: its claim falls, its row becomes a tombstone, and its recording loses one reference. In one
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
      .set({ deletedAt: now, updatedAt: now, sequence })
      .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt))),
    db.delete(meetingClaims).where(and(eq(meetingClaims.ownerUserId, ownerUserId), eq(meetingClaims.meetId, meetId))),
    db
      .update(recordings)
      .set({ deletedAt: now })
      .where(and(eq(recordings.id, recordingId), eq(recordings.references, 0), isNull(recordings.deletedAt))),
  ]);
  const [recording] = await db
    .select({ references: recordings.references })
    .from(recordings)
    .where(eq(recordings.id, recordingId));
  return { recordingIsFree: !recording || recording.references === 0 };
}

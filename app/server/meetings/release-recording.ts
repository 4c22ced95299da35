import { and, eq, exists, gt, isNull, ne, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { recordings } from "#app/server/db/schema-usage.ts";
import { countReferences } from "#app/server/meetings/adopt-recording.ts";
import { recordingTombstone } from "#app/server/meetings/delete-meeting.ts";

type Use = { meetId: MeetId; recordingId: RecordingId };

/**
 * A meeting that stays uses its recording no more. One batch and idempotent: the reference is removed only together with the row's
 * mention of the recording. Returns whether no other meeting uses it, so that its bytes can be removed.
 */
export async function releaseRecording(
  db: Database,
  { meetId, recordingId, now }: Use & { now: number },
): Promise<{ recordingIsFree: boolean }> {
  const uses = and(eq(meetings.id, meetId), eq(meetings.recordingId, recordingId), isNull(meetings.deletedAt));
  await db.batch([
    db
      .update(recordings)
      .set({ references: sql`${recordings.references} - 1` })
      .where(
        and(
          eq(recordings.id, recordingId),
          gt(recordings.references, 0),
          exists(db.select({ id: meetings.id }).from(meetings).where(uses)),
        ),
      ),
    db.update(meetings).set({ recordingId: null }).where(uses),
    // Meetings of one call come and go on their own: theirs are counted.
    countReferences(db, recordingId),
    db
      .update(recordings)
      .set(recordingTombstone(now))
      .where(and(eq(recordings.id, recordingId), eq(recordings.references, 0), isNull(recordings.deletedAt))),
  ]);
  const [recording] = await db
    .select({ references: recordings.references })
    .from(recordings)
    .where(eq(recordings.id, recordingId));
  return { recordingIsFree: !recording || recording.references === 0 };
}

/** Whether no other meeting uses the recording. */
export async function isOnlyUser(db: Database, { meetId, recordingId }: Use): Promise<boolean> {
  const [other] = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.recordingId, recordingId), ne(meetings.id, meetId), isNull(meetings.deletedAt)))
    .limit(1);
  return other === undefined;
}

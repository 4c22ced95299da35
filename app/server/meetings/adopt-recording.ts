import { and, eq, isNull, sql } from "drizzle-orm";
import type { RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { recordings } from "#app/server/db/schema-usage.ts";
import { type MeetingProjection, projectionWrites } from "#app/server/meetings/project-meeting.ts";

/** `recordings.source` of every call recording, whether the meeting was invited or came from a calendar. */
export const CALL_RECORDING = "call";

/**
 * Makes a meeting use the recording of its call. Runs before the meeting itself knows the recording, so that a recording is not
 * removed while a new meeting joins it. The references are counted again, not incremented, so repeating it changes nothing.
 * Returns whether no meeting uses the previous recording any more.
 */
export async function adoptRecording(
  db: Database,
  input: { projection: MeetingProjection; before: RecordingId; now: RecordingId; at: number },
): Promise<{ beforeIsFree: boolean }> {
  const { projection, before, now, at } = input;
  const { workspaceId, createdBy } = projection;
  await db.batch([
    db
      .insert(recordings)
      .values({ id: now, workspaceId, createdBy, source: CALL_RECORDING, references: 0, createdAt: at })
      .onConflictDoNothing(),
    // A row that was lost; one that is there is as new as this.
    ...projectionWrites(db, projection, "<"),
    db
      .update(meetings)
      .set({ recordingId: now })
      .where(and(eq(meetings.id, projection.meetId), isNull(meetings.deletedAt))),
    countReferences(db, before),
    countReferences(db, now),
    db
      .update(recordings)
      .set({ deletedAt: null })
      .where(and(eq(recordings.id, now), sql`${recordings.references} > 0`)),
  ]);
  if (before === now) return { beforeIsFree: false };
  const [left] = await db
    .select({ meetings: standingOn(before) })
    .from(recordings)
    .where(eq(recordings.id, now));
  return { beforeIsFree: left?.meetings === 0 };
}

/** The statement that counts the meetings of a call's recording; an upload's is left alone. */
export function countReferences(db: Database, recordingId: RecordingId) {
  return db
    .update(recordings)
    .set({ references: standingOn(recordingId) })
    .where(and(eq(recordings.id, recordingId), eq(recordings.source, CALL_RECORDING)));
}

/** The number of meetings that use a recording, as part of a statement. */
export function standingOn(recordingId: RecordingId) {
  return sql<number>`(select count(*) from ${meetings} where ${meetings.recordingId} = ${recordingId} and ${meetings.deletedAt} is null)`;
}

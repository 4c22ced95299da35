import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";

/**
 * The meetings that use a recording: those whose rows name it. Its bytes go with the last one. A meeting's row names its recording before the
 * meeting itself knows of it (adopt-recording.ts, split-rows.ts, teams/move-meetings.ts).
 */
export const uses = (recordingId: RecordingId | null) =>
  and(sql`${meetings.recordingId} = ${recordingId}`, isNull(meetings.deletedAt));

/** The statement that finds one of them, for the end of a batch; `isFree` reads its answer. */
export function usersOf(db: Database, recordingId: RecordingId | null) {
  return db.select({ id: meetings.id }).from(meetings).where(uses(recordingId)).limit(1);
}

export const isFree = (rows: unknown): boolean => Array.isArray(rows) && rows.length === 0;

/**
 * A meeting that stays uses its recording no more. Idempotent. Returns whether no other meeting uses it, so that its bytes can be removed.
 */
export async function releaseRecording(
  db: Database,
  { meetId, recordingId }: { meetId: MeetId; recordingId: RecordingId },
): Promise<{ recordingIsFree: boolean }> {
  const [, left] = await db.batch([
    db
      .update(meetings)
      .set({ recordingId: null })
      .where(and(eq(meetings.id, meetId), uses(recordingId))),
    usersOf(db, recordingId),
  ]);
  return { recordingIsFree: isFree(left) };
}

/** Whether no other meeting uses the recording. */
export async function isOnlyUser(
  db: Database,
  { meetId, recordingId }: { meetId: MeetId; recordingId: RecordingId },
): Promise<boolean> {
  return isFree(
    await db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(uses(recordingId), ne(meetings.id, meetId)))
      .limit(1),
  );
}

import { and, eq, isNull } from "drizzle-orm";
import type { RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { type MeetingProjection, projectionWrites } from "#app/server/meetings/project-meeting.ts";
import { isFree, usersOf } from "#app/server/workspace/recording-users.ts";

/**
 * Makes a meeting use the recording of its call. Runs before the meeting itself knows the recording, so that a recording is not
 * removed while a new meeting joins it. Idempotent. Returns whether no meeting uses the previous recording any more.
 */
export async function adoptRecording(
  db: Database,
  { projection, before, now }: { projection: MeetingProjection; before: RecordingId; now: RecordingId },
): Promise<{ beforeIsFree: boolean }> {
  const answers = await db.batch([
    // A row that was lost; one that is there is as new as this.
    ...projectionWrites(db, projection, "<"),
    db
      .update(meetings)
      .set({ recordingId: now })
      .where(and(eq(meetings.id, projection.meetId), isNull(meetings.deletedAt))),
    usersOf(db, before),
  ]);
  return { beforeIsFree: before !== now && isFree(answers.at(-1)) };
}

import { and, eq, isNull } from "drizzle-orm";
import type { RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { JoinedCall } from "#app/server/ports/call-process.ts";
import { insertNotices } from "#app/server/workspace/insert-notices.ts";
import { type MeetingProjection, projectionWrites } from "#app/server/meetings/project-meeting.ts";
import { isFree, usersOf } from "#app/server/workspace/recording-users.ts";

type Joined = Pick<JoinedCall, "recordingId" | "notice">;

/**
 * Makes a meeting use the recording of its call, and be told what people who are recorded object to (`notice`). Runs before the meeting itself knows the recording, so that a recording is not
 * removed while a new meeting joins it. Idempotent. Returns whether no meeting uses the previous recording any more.
 */
export async function adoptRecording(
  db: Database,
  {
    projection,
    before,
    joined,
    at,
  }: { projection: MeetingProjection; before: RecordingId; joined: Joined; at: number },
): Promise<{ beforeIsFree: boolean }> {
  const { recordingId, notice } = joined;
  const { meetId } = projection;
  const answers = await db.batch([
    // A row that was lost; one that is there is as new as this.
    ...projectionWrites(db, projection, "<"),
    db
      .update(meetings)
      .set({ recordingId })
      .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt))),
    ...(notice === null ? [] : [insertNotices(db, { codeHash: notice, meetIds: [meetId], now: at })]),
    usersOf(db, before),
  ]);
  return { beforeIsFree: before !== recordingId && isFree(answers.at(-1)) };
}

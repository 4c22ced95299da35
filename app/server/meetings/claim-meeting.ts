import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import type { Ownership } from "#app/domain/account/actor.ts";
import { type MeetId, newMeetId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";

/** `isThere`: the meeting of the claim is in the lists; false for a new claim, and for one whose meeting was never begun. */
export type Claim = { meetId: MeetId; recordingId: RecordingId; createdAt: number; isThere: boolean };

/** Claims `key` of a person for a meeting that takes nothing from the plan, or finds the claimed one. A deleted meeting gives its claim free. */
export async function claimMeeting(
  db: Database,
  { ownership, key, now }: { ownership: Ownership; key: string; now: number },
): Promise<Claim> {
  const own = and(
    eq(meetingClaims.workspaceId, ownership.workspaceId),
    eq(meetingClaims.createdBy, ownership.createdBy),
    eq(meetingClaims.key, key),
  );
  const gone = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingClaims.meetId), isNotNull(meetings.deletedAt)));
  const claimed = { key, meetId: newMeetId(), recordingId: newRecordingId(), createdAt: now };
  const [, , [row]] = await db.batch([
    db
      .update(meetingClaims)
      .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
      .where(and(own, exists(gone))),
    db
      .insert(meetingClaims)
      .values({ ...ownership, ...claimed })
      .onConflictDoNothing(),
    db
      .select({
        meetId: meetingClaims.meetId,
        recordingId: meetingClaims.recordingId,
        claimedAt: meetingClaims.createdAt,
        listedId: meetings.id,
      })
      .from(meetingClaims)
      .leftJoin(meetings, eq(meetings.id, meetingClaims.meetId))
      .where(own),
  ]);
  invariant(row, "a claim was just written, or stood there");
  return {
    meetId: row.meetId as MeetId,
    recordingId: row.recordingId as RecordingId,
    createdAt: row.claimedAt,
    isThere: row.listedId !== null,
  };
}

import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import type { Ownership } from "#app/domain/account/actor.ts";
import { type MeetId, newMeetId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";

/**
 * - `isNew`: the key was free until now.
 * - `isThere`: the meeting of the claim is in the lists; false for a new claim, and for one whose meeting was never begun.
 */
export type Claim = { meetId: MeetId; recordingId: RecordingId; createdAt: number; isNew: boolean; isThere: boolean };

/**
 * Claims `key` of a person for a meeting that takes nothing from the plan yet, or finds the claimed one. A deleted meeting gives its claim free.
 * `room`: a digest of the call's room.
 */
export async function claimMeeting(
  db: Database,
  input: { ownership: Ownership; key: string; meetId?: MeetId; room?: string; now: number },
): Promise<Claim> {
  const { ownership, key, meetId = newMeetId(), room = null, now } = input;
  const own = ofClaim(ownership, key);
  const gone = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingClaims.meetId), isNotNull(meetings.deletedAt)));
  const [, , [row]] = await db.batch([
    db
      .update(meetingClaims)
      .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
      .where(and(own, exists(gone))),
    db
      .insert(meetingClaims)
      .values({ ...ownership, key, meetId, room, recordingId: newRecordingId(), createdAt: now })
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
    isNew: row.meetId === meetId,
    isThere: row.listedId !== null,
  };
}

/** The claim of a person's key, as a condition. */
export function ofClaim({ workspaceId, createdBy }: Ownership, key: string) {
  return and(
    eq(meetingClaims.workspaceId, workspaceId),
    eq(meetingClaims.createdBy, createdBy),
    eq(meetingClaims.key, key),
  );
}

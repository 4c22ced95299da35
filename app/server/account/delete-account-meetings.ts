import { and, eq, isNull } from "drizzle-orm";
import { type MeetId, personalWorkspaceOf, type RecordingId, type UserId } from "#app/domain/ids.ts";
import { DELETION_MEETINGS_PER_TURN } from "#app/domain/limits/account.ts";
import type { DeletionOutcome } from "#app/domain/privacy/account-deletion.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingChats, meetingClaims, meetings } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import { eraseMeeting, tombstoneMeeting } from "#app/server/meetings/delete-meeting.ts";
import { isOnlyUser } from "#app/server/workspace/recording-users.ts";
import type { Services } from "#app/server/services.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";

/** The steps of a deletion that delete the person's meetings, and their conversations in the meetings of others. */
type MeetingNeeds = Pick<Services, "config" | "db" | "store" | "meetings" | "log" | "now">;

/** The next meetings of the workspace, oldest list rows first; also those that were claimed and have no row yet. */
export async function meetingsLeft(db: Database, userId: UserId, limit: number) {
  const workspaceId = personalWorkspaceOf(userId);
  const [listed, claimed] = await db.batch([
    db
      .select({ meetId: meetings.id })
      .from(meetings)
      .where(and(eq(meetings.workspaceId, workspaceId), isNull(meetings.deletedAt)))
      .limit(limit),
    db
      .select({ meetId: meetingClaims.meetId, recordingId: meetingClaims.recordingId })
      .from(meetingClaims)
      .where(eq(meetingClaims.workspaceId, workspaceId))
      .limit(limit),
  ]);
  return { listed, claimed };
}

/** Some meetings, so that a crash costs little. One that cannot be deleted now does not hold up the others. */
export async function deleteMeetings(
  needs: MeetingNeeds,
  userId: UserId,
  signal: AbortSignal,
): Promise<DeletionOutcome> {
  const ownership = { workspaceId: personalWorkspaceOf(userId), createdBy: userId };
  const { listed, claimed } = await meetingsLeft(needs.db, userId, DELETION_MEETINGS_PER_TURN);
  if (listed.length === 0 && claimed.length === 0) return "done";
  let failure: unknown;
  for (const { meetId } of listed) {
    signal.throwIfAborted();
    try {
      await eraseMeeting(needs, ownership, meetId as MeetId);
    } catch (error) {
      failure = error;
      needs.log("account.deletion.meeting.failed", { userId, meetId, error: faultOf(error) });
    }
  }
  if (failure !== undefined) throw failure;
  // A claim goes with its meeting. What is left was never listed.
  if (listed.length === 0) {
    for (const claim of claimed) await eraseUnlisted(needs, claim);
  }
  return "more";
}

async function eraseUnlisted(
  { db, store, meetings: objects, now }: MeetingNeeds,
  claim: { meetId: string; recordingId: string },
): Promise<void> {
  const meetId = claim.meetId as MeetId;
  const recordingId = claim.recordingId as RecordingId;
  await objects.discard(meetId);
  await tombstoneMeeting(db, { meetId, recordingId, sequence: 0, now: now() });
  await store.removeAll(meetingPrefix(meetId));
  if (await isOnlyUser(db, { meetId, recordingId })) await store.removeAll(recordingPrefix(recordingId));
}

/** Some conversations in meetings that stay. A row goes after its conversation, so that a crash leaves none behind. */
export async function deleteChats(
  { chats, db }: Pick<Services, "chats" | "db">,
  userId: UserId,
  signal: AbortSignal,
): Promise<DeletionOutcome> {
  const left = await db
    .select({ meetId: meetingChats.meetId })
    .from(meetingChats)
    .where(eq(meetingChats.userId, userId))
    .limit(DELETION_MEETINGS_PER_TURN);
  for (const { meetId } of left) {
    signal.throwIfAborted();
    // A meeting that is gone has no conversation.
    await chats.clearChat(meetId as MeetId, userId);
    await db.delete(meetingChats).where(and(eq(meetingChats.userId, userId), eq(meetingChats.meetId, meetId)));
  }
  return left.length === 0 ? "done" : "more";
}

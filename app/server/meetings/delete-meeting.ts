import { and, eq, isNull, sql } from "drizzle-orm";
import { type Ownership, ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId, type RecordingId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { auditEntry } from "#app/server/audit.ts";
import type { Database } from "#app/server/db/database.ts";
import {
  meetingChats,
  meetingClaims,
  meetings,
  meetingTasks,
  recordedNotices,
  shareLinks,
} from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { meetingTags, newMeetingFolders } from "#app/server/db/schema-folders.ts";
import { sentTasks } from "#app/server/db/schema-connections.ts";
import { meetingGuests, meetingVisibility } from "#app/server/db/schema-teams.ts";
import { sessionStreams } from "#app/server/db/schema-account.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { isFree, usersOf } from "#app/server/workspace/recording-users.ts";
import type { Services } from "#app/server/services.ts";
import { meetingPlansPrefix, meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import { endUnfinished, forgetUnfinished, readUnfinished } from "#app/server/uploads/unfinished.ts";

/**
 * Deletes a meeting: its claim, its share links and clips, and the rows of its streams are removed, its row becomes a tombstone without
 * content. Runs in one batch and is idempotent. Returns whether no other meeting uses the recording, so that its bytes can be removed.
 */
export async function tombstoneMeeting(
  db: Database,
  input: { meetId: MeetId; recordingId: RecordingId | null; sequence: number; now: number },
): Promise<{ recordingIsFree: boolean }> {
  const { meetId, recordingId, sequence, now } = input;
  const today = now - (now % DAY_MS);
  const dayMade = sql<number>`${meetings.createdAt} - ${meetings.createdAt} % ${DAY_MS}`;
  const answers = await db.batch([
    db
      .update(meetings)
      .set({ ...NOTHING_SAID, createdAt: dayMade, deletedAt: today, updatedAt: today, sequence })
      .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt))),
    db.delete(meetingTasks).where(eq(meetingTasks.meetId, meetId)),
    db.delete(meetingTags).where(eq(meetingTags.meetId, meetId)),
    db.delete(newMeetingFolders).where(eq(newMeetingFolders.meetId, meetId)),
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    db.delete(clips).where(eq(clips.meetId, meetId)),
    db.delete(sessionStreams).where(eq(sessionStreams.meetId, meetId)),
    db.delete(sentTasks).where(eq(sentTasks.meetId, meetId)),
    db.delete(meetingClaims).where(eq(meetingClaims.meetId, meetId)),
    db.delete(meetingChats).where(eq(meetingChats.meetId, meetId)),
    db.delete(meetingVisibility).where(eq(meetingVisibility.meetId, meetId)),
    db.delete(meetingGuests).where(eq(meetingGuests.meetId, meetId)),
    db.delete(recordedNotices).where(eq(recordedNotices.meetId, meetId)),
    usersOf(db, recordingId),
  ]);
  return { recordingIsFree: isFree(answers.at(-1)) };
}

/** Every column of a meeting's row that is neither an id nor a day. */
const NOTHING_SAID = {
  role: "",
  title: "",
  startsAt: 0,
  timeZone: "",
  language: "",
  templateId: null,
  source: "",
  platform: null,
  lobbyState: null,
  durationMs: null,
  participants: null,
  status: "",
  reason: null,
  recognisedMs: 0,
  wantedMs: 0,
  taskCount: null,
  openTasks: 0,
  people: [],
  awaitsModel: false,
  titleKey: "",
  seriesKey: null,
  changedAt: 0,
  folderId: null,
  archivedAt: null,
} satisfies Partial<typeof meetings.$inferInsert>;

/**
 * Deletes a meeting of this person for good: its links first, then all that its object holds, its rows and its bytes, and
 * the recording if no other meeting uses it. A tombstone of ids stays, so that late events do not restore the meeting.
 * Idempotent: a second call finishes what an interrupted first one left. Gives no usage back.
 */
export async function deleteMeeting(
  services: Pick<Services, "db" | "followUps" | "meetings" | "store" | "now">,
  asked: { actor: PersonActor; meetId: string | undefined },
): Promise<Outcome<null, "not-found">> {
  const meetId = parseMeetId(asked.meetId);
  // A deleted meeting too: a second deletion gets the answer of the first.
  const viewer = meetId && (await accessTo(services, asked.actor, meetId, { tombstones: true }));
  if (!meetId || !viewer || !may(viewer, "delete")) return refused("not-found");
  // Before anything else, so that no mail that waits is handed over once the deletion has begun. One that is queued from now on asks the
  // meeting's object when it is to be sent.
  await services.followUps.of(asked.actor.workspaceId).withdrawFollowUps([meetId]);
  const isErased = await eraseMeeting(services, ownershipOf(asked.actor), meetId);
  return isErased ? ok(null) : refused("not-found");
}

/** The same for an owner who is known, as in the deletion of an account. False where there is no such meeting. Idempotent. */
export async function eraseMeeting(
  services: Pick<Services, "db" | "meetings" | "store" | "now">,
  ownership: Ownership,
  meetId: MeetId,
): Promise<boolean> {
  const { db, store, now } = services;
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  if (!row) return false;
  if (row.deletedAt !== null) {
    // A first try may have ended before this: the row of an upload names its file.
    const left = await readUnfinished(db, ownership, meetId);
    if (left) await endUnfinished(services, left);
    return true;
  }
  await db.batch([
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    db.delete(clips).where(eq(clips.meetId, meetId)),
    auditEntry(db, { at: now(), userId: ownership.createdBy, action: "meeting.deleted", meetId }),
  ]);
  const parts = await readUnfinished(db, ownership, meetId);
  if (parts) await store.endParts(parts.key, parts.uploadId);
  await services.meetings.discard(meetId);
  if (parts) await forgetUnfinished(db, meetId);
  // The object has done this, or does it by its alarm. For a row without an object it has to be done here.
  const recordingId = row.recordingId as RecordingId | null;
  const { recordingIsFree } = await tombstoneMeeting(db, { meetId, recordingId, sequence: row.sequence, now: now() });
  await store.removeAll(meetingPrefix(meetId));
  if (recordingId === null) return true;
  await store.removeAll(recordingIsFree ? recordingPrefix(recordingId) : meetingPlansPrefix(recordingId, meetId));
  return true;
}

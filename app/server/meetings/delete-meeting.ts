import { and, eq } from "drizzle-orm";
import { type MeetId, parseMeetId, type RecordingId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { buryMeeting } from "#app/server/meetings/bury-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { auditEntry } from "#app/server/sharing/audit.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import { endUnfinished, forgetUnfinished, readUnfinished } from "#app/server/uploads/unfinished.ts";

/**
 * Deletes a meeting of this person for good: its links first, then all that its object holds, its rows and its bytes, and
 * the recording where no other meeting stands on it. A tombstone of ids stays, so that nothing that comes late brings it back.
 * Twice is as good as once, and whatever a first try left is taken up by the second. Gives no usage back.
 */
export async function deleteMeeting(
  services: Pick<Services, "db" | "meetings" | "store" | "now">,
  asked: { userId: string; meetId: string | undefined },
): Promise<Outcome<null, "not-found">> {
  const { db, store, now } = services;
  const meetId = parseMeetId(asked.meetId);
  const row = meetId && (await ownRow(services, asked.userId, meetId));
  if (!meetId || !row) return refused("not-found");
  if (row.deletedAt !== null) {
    // A first try may have ended before this: the row of an upload names its file.
    const left = await readUnfinished(db, asked.userId, meetId);
    if (left) await endUnfinished(services, left);
    return ok(null);
  }
  await db.batch([
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    auditEntry(db, { at: now(), userId: asked.userId, action: "meeting.deleted", meetId }),
  ]);
  const parts = await readUnfinished(db, asked.userId, meetId);
  if (parts) await store.endParts(parts.key, parts.uploadId);
  await services.meetings.discard(meetId);
  if (parts) await forgetUnfinished(db, meetId);
  // The object has done this, or will by its alarm. A row that no object stands behind has nobody else to do it.
  const recordingId = row.recordingId as RecordingId | null;
  if (recordingId === null) return ok(null);
  const { ownerUserId, sequence } = row;
  const { recordingIsFree } = await buryMeeting(db, { meetId, ownerUserId, recordingId, sequence, now: now() });
  await store.removeAll(meetingPrefix(meetId));
  if (recordingIsFree) await store.removeAll(recordingPrefix(recordingId));
  return ok(null);
}

/** Also where it is a tombstone already: who deletes twice is told what they were told the first time. */
async function ownRow({ db }: Pick<Services, "db">, userId: string, meetId: MeetId) {
  const [row] = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.id, meetId), eq(meetings.ownerUserId, userId)));
  return row ?? null;
}

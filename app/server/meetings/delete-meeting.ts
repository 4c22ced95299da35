import { eq } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { ownershipOf } from "#app/domain/account/ownership.ts";
import { parseMeetId, type RecordingId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { tombstoneMeeting } from "#app/server/meetings/tombstone-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { auditEntry } from "#app/server/audit.ts";
import { meetingPrefix, recordingPrefix } from "#app/server/storage/keys.ts";
import { endUnfinished, forgetUnfinished, readUnfinished } from "#app/server/uploads/unfinished.ts";

/**
 * Deletes a meeting of this person for good: its links first, then all that its object holds, its rows and its bytes, and
 * the recording if no other meeting uses it. A tombstone of ids stays, so that late events do not restore the meeting.
 * Idempotent: a second call finishes what an interrupted first one left. Gives no usage back.
 */
export async function deleteMeeting(
  services: Pick<Services, "db" | "meetings" | "store" | "now">,
  asked: { actor: PersonActor; meetId: string | undefined },
): Promise<Outcome<null, "not-found">> {
  const { db, store, now } = services;
  const meetId = parseMeetId(asked.meetId);
  // A deleted meeting too: a second deletion gets the answer of the first.
  const viewer = meetId && (await accessTo(services, asked.actor, meetId, { tombstones: true }));
  if (!meetId || !viewer || !may(viewer, "delete")) return refused("not-found");
  const { userId } = asked.actor;
  const ownership = ownershipOf(asked.actor);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  if (!row) return refused("not-found");
  if (row.deletedAt !== null) {
    // A first try may have ended before this: the row of an upload names its file.
    const left = await readUnfinished(db, ownership, meetId);
    if (left) await endUnfinished(services, left);
    return ok(null);
  }
  await db.batch([
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    auditEntry(db, { at: now(), userId: userId, action: "meeting.deleted", meetId }),
  ]);
  const parts = await readUnfinished(db, ownership, meetId);
  if (parts) await store.endParts(parts.key, parts.uploadId);
  await services.meetings.discard(meetId);
  if (parts) await forgetUnfinished(db, meetId);
  // The object has done this, or does it by its alarm. For a row without an object it has to be done here.
  const recordingId = row.recordingId as RecordingId | null;
  if (recordingId === null) return ok(null);
  const { recordingIsFree } = await tombstoneMeeting(db, { meetId, recordingId, sequence: row.sequence, now: now() });
  await store.removeAll(meetingPrefix(meetId));
  if (recordingIsFree) await store.removeAll(recordingPrefix(recordingId));
  return ok(null);
}

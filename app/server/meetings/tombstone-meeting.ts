import { and, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { Database } from "#app/server/db/database.ts";
import { countReferences } from "#app/server/meetings/adopt-recording.ts";
import { meetingClaims, meetings, recordings, sessionStreams, shareLinks } from "#app/server/db/schema.ts";

/**
 * Deletes a meeting: its claim, its share links and the rows of its streams are removed, its row becomes a tombstone without
 * content, and its recording loses one reference. Runs in one batch and is idempotent, because the reference is removed only
 * together with the tombstone. Returns whether no other meeting uses the recording, so that its bytes can be removed.
 */
export async function tombstoneMeeting(
  db: Database,
  input: { meetId: MeetId; recordingId: RecordingId; sequence: number; now: number },
): Promise<{ recordingIsFree: boolean }> {
  const { meetId, recordingId, sequence, now } = input;
  const today = now - (now % DAY_MS);
  const stillThere = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt)));
  await db.batch([
    db
      .update(recordings)
      .set({ references: sql`${recordings.references} - 1` })
      .where(and(eq(recordings.id, recordingId), gt(recordings.references, 0), exists(stillThere))),
    db
      .update(meetings)
      .set({ ...NOTHING_SAID, createdAt: dayOf(meetings.createdAt), deletedAt: today, updatedAt: today, sequence })
      .where(and(eq(meetings.id, meetId), isNull(meetings.deletedAt))),
    // Meetings of one call come and go on their own: theirs are counted.
    countReferences(db, recordingId),
    db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    db.delete(sessionStreams).where(eq(sessionStreams.meetId, meetId)),
    db.delete(meetingClaims).where(eq(meetingClaims.meetId, meetId)),
    db
      .update(recordings)
      .set(recordingTombstone(now))
      .where(and(eq(recordings.id, recordingId), eq(recordings.references, 0), isNull(recordings.deletedAt))),
  ]);
  const [recording] = await db
    .select({ references: recordings.references })
    .from(recordings)
    .where(eq(recordings.id, recordingId));
  return { recordingIsFree: !recording || recording.references === 0 };
}

/** Values of a recording's row once no meeting uses it. */
export function recordingTombstone(now: number) {
  const deletedAt = now - (now % DAY_MS);
  return { createdAt: dayOf(recordings.createdAt), deletedAt, sizeBytes: null, etag: null, durationMs: null } as const;
}

/** The UTC day of a stored time, as part of a statement. */
function dayOf(column: typeof meetings.createdAt | typeof recordings.createdAt) {
  return sql<number>`${column} - ${column} % ${DAY_MS}`;
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
} as const;

import { eq, ne, sql } from "drizzle-orm";
import type { UsageFact } from "#app/domain/meeting/states.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings, recordings, usageLedger } from "#app/server/db/schema.ts";
import { type MeetingProjection, projectionWrite } from "#app/server/meetings/project-meeting.ts";

/**
 * All rows of one meeting as its object knows them, in one batch, for a D1 that has lost them (D §4). What is there and
 * right stays as it is, so that it may be done at any time and twice.
 */
export async function restoreMeeting(
  db: Database,
  input: { projection: MeetingProjection; usage: UsageFact; now: number },
): Promise<void> {
  const { projection, usage, now } = input;
  const { meetId, recordingId, ownerUserId, source, createdAt, media, durationMs } = projection;
  const standing = sql`(select count(*) from ${meetings} where ${meetings.recordingId} = ${recordingId} and ${meetings.deletedAt} is null)`;
  const ledger = db.insert(usageLedger).values({
    meetId,
    kind: "upload",
    ownerUserId,
    state: usage,
    reason: usage === "released" ? "failed" : null,
    reservedAt: createdAt,
    updatedAt: now,
  });
  await db.batch([
    db
      .insert(recordings)
      .values({ id: recordingId, ownerUserId, source, references: 0, createdAt })
      .onConflictDoNothing(),
    projectionWrite(db, projection),
    db
      .update(recordings)
      .set({ references: standing, deletedAt: null, ...(media ? { ...media, durationMs } : {}) })
      .where(eq(recordings.id, recordingId)),
    // The dialog's own id is not known any more; the sweep needs a claim to find an upload whose bytes never come.
    db
      .insert(meetingClaims)
      .values({ ownerUserId, key: `restored:${meetId}`, meetId, recordingId, createdAt })
      .onConflictDoNothing(),
    // What the ledger says of a reservation it knows better than the object: that one is too old, or was taken again.
    usage === "reserved"
      ? ledger.onConflictDoNothing()
      : ledger.onConflictDoUpdate({
          target: [usageLedger.meetId, usageLedger.kind],
          set: { state: usage, reason: usage === "released" ? "failed" : null, updatedAt: now },
          setWhere: ne(usageLedger.state, usage),
        }),
  ]);
}

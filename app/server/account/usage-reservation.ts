import { and, eq, exists, inArray, isNotNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isLive } from "#app/server/account/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings, recordings, usageLedger } from "#app/server/db/schema.ts";

/**
 * The time between a submit and its accepted bytes. D1 runs a batch as one transaction and one at a time, so that "does
 * it still fit" and "take it" are one question: of forty submits for the last place one gets it.
 */

/**
 * Why a reservation fell while its upload is still open: too old, or our own failure halfway. Whoever goes on with the
 * upload takes it up again, if it still fits. After "abandoned" nobody may: the sweep is removing the meeting.
 */
export const EXPIRED = "expired";
export const NOT_STARTED = "not-started";
/** Its transcript could not be used: it weighs nothing while the person looks for another, and goes on from there. */
const TRANSCRIPT_REFUSED = "transcript-refused";
const RESUMABLE = [EXPIRED, NOT_STARTED, TRANSCRIPT_REFUSED];
export const ABANDONED = "abandoned";
/** Released without any bytes ever having been accepted: what the sweep may remove. */
export const UNUSED = [...RESUMABLE, ABANDONED];

export type Reservation = { meetId: MeetId; recordingId: RecordingId; createdAt: number; isNew: boolean };

/**
 * Claims the submit `key` for a meeting and reserves its place, or finds the meeting that the same submit made before
 * and renews its reservation. `meetId` and `recordingId` are taken where the submit is new.
 */
export async function reserveUpload(
  db: Database,
  input: {
    userId: string;
    key: string;
    meetId: MeetId;
    recordingId: RecordingId;
    /** Null where the plan has none. */
    limit: number | null;
    now: number;
  },
): Promise<Outcome<Reservation, "limit-reached" | "already-uploaded">> {
  const { userId, key, meetId, recordingId, limit, now } = input;
  const thisClaim = and(eq(meetingClaims.ownerUserId, userId), eq(meetingClaims.key, key));
  const claim = db.select({ meetId: meetingClaims.meetId }).from(meetingClaims).where(thisClaim);
  const taken = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(eq(usageLedger.meetId, meetId));
  const fits = fitsBelow(db, userId, limit, now);

  const results = await db.batch([
    // A claim whose meeting went gives its key free; the claim itself stays for the sweep.
    db
      .update(meetingClaims)
      .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
      .where(and(thisClaim, isGone(db))),
    renewal(db, inArray(usageLedger.meetId, claim), fits, now),
    // Each names all columns of its table in their order, because that is how an insert from a select is built.
    db
      .insert(usageLedger)
      .select(
        sql`select ${meetId}, 'upload', ${userId}, 'reserved', null, ${now}, ${now} where ${notExists(claim)} and ${fits}`,
      ),
    db
      .insert(meetingClaims)
      .select(sql`select ${userId}, ${key}, ${meetId}, ${recordingId}, ${now} where ${exists(taken)}`),
    db
      .insert(recordings)
      .select(
        sql`select ${recordingId}, ${userId}, 'upload', null, null, null, 1, ${now}, null where ${exists(taken)}`,
      ),
    // No two of one name: a batch answers with objects, and of two columns called meet_id one would be lost.
    db
      .select({
        meetId: meetingClaims.meetId,
        recordingId: meetingClaims.recordingId,
        createdAt: meetingClaims.createdAt,
        state: usageLedger.state,
        reason: usageLedger.reason,
        reservedAt: usageLedger.reservedAt,
      })
      .from(meetingClaims)
      .innerJoin(usageLedger, and(eq(usageLedger.meetId, meetingClaims.meetId), eq(usageLedger.kind, "upload")))
      .where(thisClaim),
  ]);
  const [row] = results[5];
  if (!row) return refused("limit-reached");
  switch (placeOf(row, now)) {
    case "held":
      return ok({
        meetId: row.meetId as MeetId,
        recordingId: row.recordingId as RecordingId,
        createdAt: row.createdAt,
        isNew: row.meetId === meetId,
      });
    case "fallen":
      return refused("limit-reached");
    case "settled":
      return refused("already-uploaded");
  }
}

/**
 * Before bytes are accepted: a reservation that has fallen meanwhile is taken up again if it still fits. What has been
 * counted or released by the meeting itself is left as it is, because the meeting answers for it.
 */
export async function holdUpload(
  db: Database,
  input: { userId: string; meetId: MeetId; limit: number | null; now: number },
): Promise<Outcome<null, "limit-reached" | "not-found">> {
  const { userId, meetId, limit, now } = input;
  const own = and(eq(usageLedger.meetId, meetId), eq(usageLedger.ownerUserId, userId), eq(usageLedger.kind, "upload"));
  const [, [row]] = await db.batch([
    renewal(db, own, fitsBelow(db, userId, limit, now), now),
    db.select().from(usageLedger).where(own),
  ]);
  if (!row || row.reason === ABANDONED) return refused("not-found");
  return placeOf(row, now) === "fallen" ? refused("limit-reached") : ok(null);
}

/**
 * The bytes were just accepted: what was reserved counts at once. The meeting says so too, in its own time; only a
 * reservation is touched here, so that a late second call takes nothing back that the meeting has released since.
 */
export async function settleUpload(db: Database, input: { meetId: MeetId; at: number }): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "counted", reason: null, updatedAt: input.at })
    .where(
      and(eq(usageLedger.meetId, input.meetId), eq(usageLedger.kind, "upload"), eq(usageLedger.state, "reserved")),
    );
}

/** Its transcript was refused: nothing weighs until somebody goes on with the upload, which takes a place again. */
export async function yieldUpload(db: Database, input: { meetId: MeetId; at: number }): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "released", reason: TRANSCRIPT_REFUSED, updatedAt: input.at })
    .where(
      and(eq(usageLedger.meetId, input.meetId), eq(usageLedger.kind, "upload"), eq(usageLedger.state, "reserved")),
    );
}

/** The upload is gone before it was accepted: nothing weighs, and the dialog's submit may make a meeting again. */
export async function forgetUpload(db: Database, input: { meetId: MeetId; reason: string; at: number }): Promise<void> {
  await db.batch([
    db
      .update(usageLedger)
      .set({ state: "released", reason: input.reason, updatedAt: input.at })
      .where(
        and(eq(usageLedger.meetId, input.meetId), eq(usageLedger.kind, "upload"), ne(usageLedger.state, "released")),
      ),
    db.delete(meetingClaims).where(eq(meetingClaims.meetId, input.meetId)),
  ]);
}

/** Sets reservations to now that still weigh, or that have fallen and fit. One that weighs is part of the sum already. */
function renewal(db: Database, which: SQL | undefined, fits: SQL, now: number) {
  return db
    .update(usageLedger)
    .set({ state: "reserved", reason: null, reservedAt: now, updatedAt: now })
    .where(
      and(
        which,
        eq(usageLedger.kind, "upload"),
        or(eq(usageLedger.state, "reserved"), inArray(usageLedger.reason, RESUMABLE)),
        or(isLive(now), fits),
      ),
    );
}

/** Whether one more fits below the limit, as part of a statement. */
function fitsBelow(db: Database, userId: string, limit: number | null, now: number): SQL {
  if (limit === null) return sql`1`;
  const count = db
    .select({ rows: sql`count(*)` })
    .from(usageLedger)
    .where(and(eq(usageLedger.ownerUserId, userId), eq(usageLedger.kind, "upload"), isLive(now)));
  return sql`${count} < ${limit}`;
}

/** Whether a claim's meeting is gone, or going. Part of a statement on `meeting_claims`. */
function isGone(db: Database) {
  const abandoned = db
    .select({ meetId: usageLedger.meetId })
    .from(usageLedger)
    .where(and(eq(usageLedger.meetId, meetingClaims.meetId), eq(usageLedger.reason, ABANDONED)));
  const removed = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingClaims.meetId), isNotNull(meetings.deletedAt)));
  return or(exists(abandoned), exists(removed));
}

type LedgerPlace = Pick<typeof usageLedger.$inferSelect, "state" | "reason" | "reservedAt">;

/** Where a row stands right after a renewal at `now`: what could be renewed carries that time. */
function placeOf(row: LedgerPlace, now: number): "held" | "fallen" | "settled" {
  if (row.state === "reserved") return row.reservedAt === now ? "held" : "fallen";
  return row.state === "released" && RESUMABLE.includes(row.reason ?? "") ? "fallen" : "settled";
}

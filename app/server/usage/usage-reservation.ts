import { and, eq, exists, inArray, isNotNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { RESERVATION_MS_MAX, SWEEP_PAGE_ROWS, SWEEP_PAGES_MAX } from "#app/domain/limits/uploads.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import {
  EXPIRED,
  fitsBelow,
  isLive,
  NOT_STARTED,
  ofLedger,
  TRANSCRIPT_REFUSED,
} from "#app/server/usage/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The time between a submit and its accepted bytes. D1 runs a batch as one transaction and one at a time, so that "does
 * it still fit" and "take it" are one question: of forty submits for the last place one gets it.
 */

/** Reasons after which resuming an upload reserves its place again, if it still fits the plan. */
const RESUMABLE = [EXPIRED, NOT_STARTED, TRANSCRIPT_REFUSED];
/** The sweep is removing the meeting: the upload cannot be resumed. */
export const ABANDONED = "abandoned";
/** The sweep has removed it. */
export const REMOVED = "removed";

type UploadPlace = { workspaceId: string; meetId: MeetId };
type Release = UploadPlace & { reason: string; at: number };

/** SQL condition: the ledger's row of an upload's claim. */
export const ofClaim = and(
  eq(usageLedger.workspaceId, meetingClaims.workspaceId),
  eq(usageLedger.meetId, meetingClaims.meetId),
  eq(usageLedger.kind, "upload"),
);

export type Reservation = { meetId: MeetId; recordingId: RecordingId; createdAt: number; isNew: boolean };

/**
 * Claims the submit `key` for a meeting and reserves its place, or finds the meeting that the same submit made before
 * and renews its reservation. `meetId` and `recordingId` are taken where the submit is new.
 */
export async function reserveUpload(
  db: Database,
  input: {
    ownership: Ownership;
    key: string;
    meetId: MeetId;
    recordingId: RecordingId;
    /** Null where the plan has none. */
    limit: number | null;
    now: number;
  },
): Promise<Outcome<Reservation, "limit-reached" | "already-uploaded">> {
  const { ownership, key, meetId, recordingId, limit, now } = input;
  const { workspaceId, createdBy } = ownership;
  const thisClaim = and(
    eq(meetingClaims.workspaceId, workspaceId),
    eq(meetingClaims.createdBy, createdBy),
    eq(meetingClaims.key, key),
  );
  const claim = db.select({ meetId: meetingClaims.meetId }).from(meetingClaims).where(thisClaim);
  const place = { workspaceId, meetId, kind: "upload" } as const;
  const taken = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(ofLedger(place));
  const fits = fitsBelow({ workspaceId, kind: "upload", limit, now });

  const results = await db.batch([
    // A claim whose meeting is gone releases its key; the claim itself stays for the sweep.
    db
      .update(meetingClaims)
      .set({ key: sql`'gone:' || ${meetingClaims.meetId}` })
      .where(and(thisClaim, isGone(db))),
    renewal(db, and(eq(usageLedger.workspaceId, workspaceId), inArray(usageLedger.meetId, claim)), fits, now),
    insertWhere(db, usageLedger, {
      row: { ...place, state: "reserved", reservedAt: now, updatedAt: now },
      where: sql`${notExists(claim)} and ${fits}`,
    }),
    insertWhere(db, meetingClaims, {
      row: { workspaceId, createdBy, key, meetId, recordingId, createdAt: now },
      where: exists(taken),
    }),
    // Column names must be unique: a batch returns objects, and one of two columns named meet_id would be lost.
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
      .innerJoin(usageLedger, ofClaim)
      .where(thisClaim),
  ]);
  const [row] = results[4];
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
 * Called before bytes are accepted: a reservation that was released meanwhile is renewed if it still fits. A row that the meeting
 * itself counted or released is not changed, because the meeting is responsible for it.
 */
export async function holdUpload(
  db: Database,
  input: { ownership: Ownership; meetId: MeetId; limit: number | null; now: number },
): Promise<Outcome<null, "limit-reached" | "not-found">> {
  const { ownership, meetId, limit, now } = input;
  const { workspaceId } = ownership;
  const own = ofLedger({ workspaceId, meetId, kind: "upload" });
  const [, [row]] = await db.batch([
    renewal(db, own, fitsBelow({ workspaceId, kind: "upload", limit, now }), now),
    db.select().from(usageLedger).where(own),
  ]);
  if (!row || row.reason === ABANDONED || row.reason === REMOVED) return refused("not-found");
  return placeOf(row, now) === "fallen" ? refused("limit-reached") : ok(null);
}

/**
 * The bytes were just accepted: the reservation counts at once. The meeting reports it too, later. Only a reservation is changed
 * here, so that a late second call does not count a row that the meeting has released since.
 */
export async function settleUpload(db: Database, { at, ...upload }: UploadPlace & { at: number }): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "counted", reason: null, updatedAt: at })
    .where(and(ofLedger({ ...upload, kind: "upload" }), eq(usageLedger.state, "reserved")));
}

/**
 * The upload does not count for now, for one of the reasons after which a person may resume it. Only a reservation is released:
 * a counted row always stays counted.
 */
export async function dropReservation(
  db: Database,
  input: UploadPlace & { reason: typeof NOT_STARTED | typeof TRANSCRIPT_REFUSED; at: number },
): Promise<void> {
  await releaseReserved(db, input);
}

/**
 * The upload is gone before it was accepted: its reservation is released, and the dialog's submit may make a meeting again. Usage
 * for which a speech engine was called is already counted and stays counted.
 */
export async function forgetUpload(db: Database, input: Release): Promise<void> {
  await db.batch([releaseReserved(db, input), db.delete(meetingClaims).where(eq(meetingClaims.meetId, input.meetId))]);
}

function releaseReserved(db: Database, { reason, at, ...upload }: Release) {
  return db
    .update(usageLedger)
    .set({ state: "released", reason, updatedAt: at })
    .where(and(ofLedger({ ...upload, kind: "upload" }), eq(usageLedger.state, "reserved")));
}

/** Renews reservations that still count, or that were released and fit again. One that counts is already part of the sum. */
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

/** Whether a claim's meeting is gone, or going. Part of a statement on `meeting_claims`. */
function isGone(db: Database) {
  const abandoned = db
    .select({ meetId: usageLedger.meetId })
    .from(usageLedger)
    .where(and(ofClaim, eq(usageLedger.reason, ABANDONED)));
  const removed = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingClaims.meetId), isNotNull(meetings.deletedAt)));
  return or(exists(abandoned), exists(removed));
}

type LedgerRow = Pick<typeof usageLedger.$inferSelect, "state" | "reason" | "reservedAt">;

/** State of a row right after a renewal at `now`. A renewed reservation has `reservedAt` equal to `now`. */
function placeOf(row: LedgerRow, now: number): "held" | "fallen" | "settled" {
  if (row.state === "reserved") return row.reservedAt === now ? "held" : "fallen";
  return row.state === "released" && RESUMABLE.includes(row.reason ?? "") ? "fallen" : "settled";
}

/** Writes down that reservations are too old. They weigh nothing either way; the ledger should say so itself. */
export async function sweepReservations({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  let released = 0;
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const { workspaceId, meetId, kind } = usageLedger;
    const old = db
      .select({ workspaceId, meetId, kind })
      .from(usageLedger)
      .where(
        // As the index says it: a bound value would not find it.
        and(sql`${usageLedger.state} = 'reserved'`, lte(usageLedger.reservedAt, now() - RESERVATION_MS_MAX)),
      )
      .limit(SWEEP_PAGE_ROWS);
    const rows = await db
      .update(usageLedger)
      .set({ state: "released", reason: EXPIRED, updatedAt: now() })
      .where(sql`(${workspaceId}, ${meetId}, ${kind}) in ${old}`)
      .returning({ meetId: usageLedger.meetId });
    released += rows.length;
    if (rows.length < SWEEP_PAGE_ROWS) break;
  }
  return released;
}

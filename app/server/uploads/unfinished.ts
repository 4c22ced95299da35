import { and, asc, count, desc, eq, inArray } from "drizzle-orm";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { MeetingPayload } from "#app/contracts/recording/upload.ts";
import { type Ownership } from "#app/domain/account/actor.ts";
import { type MeetId } from "#app/domain/ids.ts";
import { UPLOAD_UNFINISHED_MS_MAX, UPLOADS_UNFINISHED_LISTED_MAX } from "#app/domain/limits/uploads.ts";
import type { Database } from "#app/server/db/database.ts";
import { landedParts, unfinishedUploads } from "#app/server/db/schema-usage.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { RecordingStore, StoredPart } from "#app/server/ports/recording-store.ts";

/** Uploads in parts that are not accepted yet, and which of their parts the store has acknowledged. */
export type Unfinished = typeof unfinishedUploads.$inferSelect;

/** D1 takes a hundred values in one statement; a row of a part has four. */
const PARTS_PER_INSERT = 24;

/** The number of parts of a file. */
export function partsOf({ fileBytes, partBytes }: Pick<Unfinished, "fileBytes" | "partBytes">): number {
  return Math.ceil(fileBytes / partBytes);
}

/** The size of one part, numbered from 1; the last is what is left. */
export function bytesOfPart(
  { fileBytes, partBytes }: Pick<Unfinished, "fileBytes" | "partBytes">,
  number: number,
): number {
  return Math.min(partBytes, fileBytes - (number - 1) * partBytes);
}

/** The upload that this person began with this file and that can still be resumed. */
export async function findUnfinished(
  db: Database,
  ownership: Ownership,
  { parts, fileSize }: Pick<MeetingPayload, "parts" | "fileSize">,
  now: number,
): Promise<Unfinished | null> {
  if (!parts || fileSize === undefined) return null;
  const [row] = await db
    .select()
    .from(unfinishedUploads)
    .where(
      and(
        belongsTo(ownership),
        eq(unfinishedUploads.fileBytes, fileSize),
        eq(unfinishedUploads.fileDigest, parts.fileDigest),
        eq(unfinishedUploads.fileName, parts.fileName),
        eq(unfinishedUploads.fileModifiedAt, parts.fileModifiedAt),
      ),
    )
    .orderBy(desc(unfinishedUploads.touchedAt))
    .limit(1);
  return row && isKept(row, now) ? row : null;
}

function belongsTo({ workspaceId, createdBy }: Ownership) {
  return and(eq(unfinishedUploads.workspaceId, workspaceId), eq(unfinishedUploads.createdBy, createdBy));
}

/** The store removes parts by the time when the upload began, even if it was resumed recently. */
export function isKept({ createdAt }: Pick<Unfinished, "createdAt">, now: number): boolean {
  return createdAt > now - UPLOAD_UNFINISHED_MS_MAX;
}

/**
 * The upload of a meeting, where it is this person's. Uploads ask this and not `accessTo`: the row is written with the meeting and goes when
 * its bytes are accepted, while the meeting's row in D1 follows its object and may not be there yet (decision 080).
 */
export async function readUnfinished(db: Database, ownership: Ownership, meetId: MeetId): Promise<Unfinished | null> {
  const own = and(eq(unfinishedUploads.meetId, meetId), belongsTo(ownership));
  const [row] = await db.select().from(unfinishedUploads).where(own);
  return row ?? null;
}

/**
 * The statement that reads those of one person, the last touched first, with the number of parts that have landed and, of their meeting, its status
 * and the ms of its sound that have landed, of all. Null: the meeting is gone.
 */
export function selectUnfinished(db: Database, ownership: Ownership) {
  return db
    .select({
      row: unfinishedUploads,
      landed: count(landedParts.number),
      status: meetings.status,
      wantedMs: meetings.wantedMs,
      durationMs: meetings.durationMs,
    })
    .from(unfinishedUploads)
    .leftJoin(landedParts, eq(landedParts.meetId, unfinishedUploads.meetId))
    .leftJoin(meetings, eq(meetings.id, unfinishedUploads.meetId))
    .where(belongsTo(ownership))
    .groupBy(unfinishedUploads.meetId)
    .orderBy(desc(unfinishedUploads.touchedAt))
    .limit(UPLOADS_UNFINISHED_LISTED_MAX);
}

/**
 * Stores a new upload in parts and removes other uploads of the same meeting. Returns the removed ones, because nothing refers to
 * them any more: the caller has to end their parts in the store.
 */
export async function noteUnfinished(db: Database, row: Unfinished): Promise<Unfinished[]> {
  const [, replaced] = await db.batch([
    db.delete(landedParts).where(eq(landedParts.meetId, row.meetId)),
    db.delete(unfinishedUploads).where(eq(unfinishedUploads.meetId, row.meetId)).returning(),
    db.insert(unfinishedUploads).values(row),
  ]);
  return replaced;
}

/** The parts of this upload that the store has acknowledged, in the order of the file. */
export async function readLanded(db: Database, { meetId, uploadId }: Unfinished): Promise<StoredPart[]> {
  return db
    .select({ number: landedParts.number, etag: landedParts.etag })
    .from(landedParts)
    .where(and(eq(landedParts.meetId, meetId), eq(landedParts.uploadId, uploadId)))
    .orderBy(asc(landedParts.number));
}

/** Stores the acknowledged parts. Idempotent; a part that was put again replaces the old one. */
export async function noteLanded(
  db: Database,
  { meetId, uploadId }: Unfinished,
  said: readonly StoredPart[],
  now: number,
): Promise<void> {
  const parts = [...new Map(said.map((part) => [part.number, part])).values()];
  const touched = db.update(unfinishedUploads).set({ touchedAt: now }).where(eq(unfinishedUploads.meetId, meetId));
  const inserts = [];
  for (let at = 0; at < parts.length; at += PARTS_PER_INSERT) {
    const some = parts.slice(at, at + PARTS_PER_INSERT);
    const numbers = some.map(({ number }) => number);
    const rows = some.map(({ number, etag }) => ({ meetId, uploadId, number, etag }));
    inserts.push(
      db.delete(landedParts).where(and(eq(landedParts.meetId, meetId), inArray(landedParts.number, numbers))),
      db.insert(landedParts).values(rows),
    );
  }
  await db.batch([touched, ...inserts]);
}

/** Ends an upload in the store and forgets it. One whose parts are joined has nothing left to end. */
export async function endUnfinished(
  { db, store }: { db: Database; store: Pick<RecordingStore, "endParts"> },
  { meetId, key, uploadId }: Unfinished,
): Promise<void> {
  await store.endParts(key, uploadId);
  await forgetUnfinished(db, meetId);
}

/** Deletes the rows of an upload. Its parts must be ended before, because they cannot be found afterwards. */
export async function forgetUnfinished(db: Database, meetId: string): Promise<void> {
  await db.batch([
    db.delete(landedParts).where(eq(landedParts.meetId, meetId)),
    db.delete(unfinishedUploads).where(eq(unfinishedUploads.meetId, meetId)),
  ]);
}

/** Whether a meeting's file is still to come: nothing of it has landed, or only the sound that came ahead of it. */
export function awaitsFile(view: MeetingView | null): boolean {
  return view !== null && (view.head.status === "TORECORD" || view.head.video === "awaited");
}

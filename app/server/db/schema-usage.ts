import { sql, type SQLWrapper } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Unfinished uploads and usage in D1. */

/**
 * One row per upload or recording; credits are read from it, those that count through `usageCounts`. It stays when its meeting is deleted, which gives
 * nothing back: ids, what was used and when. It is found by the workspace and the meeting, never by the meeting alone.
 */
export const usageLedger = sqliteTable(
  "usage_ledger",
  {
    workspaceId: text().notNull(),
    meetId: text().notNull(),
    kind: text().notNull(),
    state: text().notNull(),
    reason: text(),
    reservedAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    // Its only b-tree (WITHOUT ROWID, written into the migration by hand): there is a row for nearly every meeting (decision 233).
    primaryKey({ columns: [table.workspaceId, table.meetId, table.kind] }),
    // Reservations are few: the sweep looks for the oldest, and plans for those of a workspace.
    index("usage_ledger_reserved").on(table.reservedAt).where(sql`${table.state} = 'reserved'`),
    index("usage_ledger_unused").on(table.meetId).where(isUnusedUpload(table)),
    index("usage_ledger_held").on(table.workspaceId, table.reservedAt).where(sql`${table.state} = 'reserved'`),
    check("usage_ledger_state", sql`${table.state} in ('reserved', 'counted', 'released')`),
    check("usage_ledger_kind", sql`${table.kind} in ('upload', 'recording')`),
  ],
);

/** Whether an upload's place is not used, or not yet: its bytes were not accepted. In the words of the index `usage_ledger_unused`. */
export function isUnusedUpload({ kind, state, reason }: Record<"kind" | "state" | "reason", SQLWrapper>) {
  return sql`${kind} = 'upload' and (${state} = 'reserved' or ${reason} in ('expired', 'not-started', 'transcript-refused', 'abandoned'))`;
}

/** The number of counted rows of the ledger. Triggers of `usage_ledger` keep it in the transaction of each change (decision 014). */
export const usageCounts = sqliteTable(
  "usage_counts",
  { workspaceId: text().notNull(), kind: text().notNull(), counted: integer().notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.kind] })],
);

/** One row per upload that is sent in parts, until its bytes are accepted. */
export const unfinishedUploads = sqliteTable(
  "unfinished_uploads",
  {
    meetId: text().primaryKey(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    /** Key under which its bytes are stored; `uploadId` is the store's id of the multipart upload. */
    key: text().notNull(),
    uploadId: text().notNull(),
    partBytes: integer().notNull(),
    fileBytes: integer().notNull(),
    /** Name, modification time and digest identify the file when it is chosen again. */
    fileName: text().notNull(),
    fileModifiedAt: integer().notNull(),
    fileDigest: text().notNull(),
    title: text().notNull(),
    createdAt: integer().notNull(),
    /** When it was last resumed. */
    touchedAt: integer().notNull(),
  },
  (table) => [index("unfinished_uploads_creator").on(table.workspaceId, table.createdBy, table.touchedAt)],
);

/** Parts that the store has acknowledged. */
export const landedParts = sqliteTable(
  "landed_parts",
  {
    meetId: text()
      .notNull()
      .references(() => unfinishedUploads.meetId, { onDelete: "cascade" }),
    /** The store's id: an upload that was restarted has other parts. */
    uploadId: text().notNull(),
    number: integer().notNull(),
    etag: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.meetId, table.number] })],
);

/**
 * The free uses of accounts that were deleted, by a keyed hash of each sign-in: who deletes an account and comes back has the free limit that was
 * left. Names nobody, and goes a year after the deletion.
 */
export const identityUses = sqliteTable(
  "identity_uses",
  {
    /** Of provider and subject (server/salted-hash.ts). */
    identityHash: text().primaryKey(),
    uploads: integer().notNull(),
    recordings: integer().notNull(),
    deletedAt: integer().notNull(),
  },
  ({ deletedAt }) => [index("identity_uses_deleted").on(deletedAt)],
);

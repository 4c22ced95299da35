import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Passages of meetings with a link of their own (decision 221). Times are epoch ms unless they are of the meeting. */
export const clips = sqliteTable(
  "clips",
  {
    /** The token of its address is derived from this id with a secret that is not stored here. */
    clipId: text().primaryKey(),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull(),
    meetId: text().notNull(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    /** The recording that it is cut from; null where the meeting had none. A merged meeting may lose it, and have another at that time. */
    recordingId: text(),
    /** JSON of a ClipMedia: the file as it is cut; null for words alone. */
    media: text(),
    title: text().notNull(),
    /** In ms of the meeting. */
    fromMs: integer().notNull(),
    toMs: integer().notNull(),
    /** JSON list of parts. */
    parts: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer(),
    revokedAt: integer(),
    /** From when on the plan of its file is not needed; null while it is, and once it was removed. */
    planEndsAt: integer(),
    opens: integer().notNull().default(0),
    /** "2026-11-21", a day of UTC. The person and the exact time are not stored. */
    lastOpenedOn: text(),
  },
  (table) => [
    index("clips_meet").on(table.meetId, table.fromMs),
    index("clips_maker").on(table.createdBy),
    index("clips_workspace").on(table.workspaceId),
    index("clips_plan").on(table.planEndsAt).where(sql`${table.planEndsAt} is not null`),
    uniqueIndex("clips_token").on(table.tokenHash),
    // The same passage is asked for once: two requests make one clip.
    uniqueIndex("clips_standing").on(table.meetId, table.fromMs, table.toMs).where(sql`${table.revokedAt} is null`),
  ],
);

/** Clips whose row was deleted, for whatever reason, and whose plans are still to be removed. A trigger of `clips` writes it, the sweep empties it. */
export const deletedClips = sqliteTable("deleted_clips", {
  clipId: text().primaryKey(),
  meetId: text().notNull(),
  recordingId: text().notNull(),
});

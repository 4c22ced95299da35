import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Feeds of a person's meetings and minutes, and the next digest of each person who wants one. Times are epoch ms. */

export const feeds = sqliteTable(
  "feeds",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["meetings", "minutes"] }).notNull(),
    workspaceId: text().notNull(),
    /** Names the feed in its content, whatever its address: random, and opens nothing. */
    feedId: text().notNull(),
    /** SHA-256 of the token in its address, hex. The token is not stored. */
    tokenHash: text().notNull(),
    titlesShown: integer({ mode: "boolean" }).notNull(),
    /** When the present address was made. */
    createdAt: integer().notNull(),
    /** To the hour; null: not since then. */
    lastReadAt: integer(),
  },
  ({ userId, kind, tokenHash }) => [primaryKey({ columns: [userId, kind] }), uniqueIndex("feeds_token").on(tokenHash)],
);

/** A row for each person who gets the weekly digest, so that a sweep reads only those that are due. */
export const weeklyDigests = sqliteTable(
  "weekly_digests",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    dueAt: integer().notNull(),
  },
  ({ dueAt }) => [index("weekly_digests_due").on(dueAt)],
);

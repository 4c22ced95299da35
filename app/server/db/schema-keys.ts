import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Keys of the public API. Times are epoch ms. */

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    /** The person whose rights it has. */
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: text().notNull(),
    name: text().notNull(),
    /** SHA-256 of the key, hex. */
    keyHash: text().notNull(),
    /** Its last characters. */
    hint: text().notNull(),
    /** "read" or "write", which includes reading. */
    scope: text().notNull(),
    createdAt: integer().notNull(),
    /** Null: it has no end. */
    expiresAt: integer(),
    /** To the minute; null: never used. */
    lastUsedAt: integer(),
    revokedAt: integer(),
  },
  ({ keyHash, userId }) => [uniqueIndex("api_keys_hash").on(keyHash), index("api_keys_user").on(userId)],
);

/** Idempotency-Keys of the public API: what was sent with each, and the meeting that it made. */
export const apiSubmits = sqliteTable(
  "api_submits",
  {
    /** The API key that sent it. */
    keyId: text()
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    /** SHA-256 of the Idempotency-Key, hex. */
    keyHash: text().notNull(),
    /** SHA-256 of the operation and its body, hex. */
    bodyHash: text().notNull(),
    /** Null while it is being made. */
    meetId: text(),
    expiresAt: integer().notNull(),
  },
  ({ keyId, keyHash, expiresAt }) => [
    primaryKey({ columns: [keyId, keyHash] }),
    index("api_submits_expires").on(expiresAt),
  ],
);

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Accounts outside Acta to which a person's minutes go. Deliveries are in the workspace object. Times are epoch ms. */
export const connections = sqliteTable(
  "connections",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Minutes of this workspace go there, as far as the person made the meeting. */
    workspaceId: text().notNull(),
    kind: text({ enum: ["hubspot", "pipedrive", "slack", "notion"] }).notNull(),
    /** The account at the destination, and its name there. */
    accountId: text().notNull(),
    accountName: text().notNull(),
    /** Encrypted JSON of ConnectionTokens (server/connections/connection-tokens.ts). */
    tokens: text().notNull(),
    /** Whether minutes are sent when they are written, or only when the person sends them. */
    sends: text({ enum: ["by-hand", "after-summary"] }).notNull(),
    /** Whether changes are sent after the first time. */
    updates: integer({ mode: "boolean" }).notNull(),
    /** JSON of the kind's own settings. */
    settings: text().notNull(),
    createdAt: integer().notNull(),
    /** When `sends` became what it is: minutes that were written before are not sent by themselves. */
    activeSince: integer().notNull(),
    /** When the person agreed to a preview; nothing is sent by itself before. */
    previewedAt: integer(),
    /** When the destination refused the tokens; null while it accepts them. */
    brokenAt: integer(),
    /** Since when something that was not sent waits for the person; null once something arrives again. */
    parkedAt: integer(),
  },
  ({ userId, workspaceId, kind, accountId }) => [
    uniqueIndex("connections_account").on(userId, kind, accountId),
    index("connections_workspace").on(workspaceId, userId),
    index("connections_kind").on(kind, accountId),
  ],
);

/** A consent that was started: one row an attempt, bound to the session and the workspace. It can be taken once. */
export const connectionConsents = sqliteTable(
  "connection_consents",
  {
    /** SHA-256 of `state`, hex. */
    stateHash: text().notNull(),
    sessionHash: text().notNull(),
    userId: text().notNull(),
    workspaceId: text().notNull(),
    kind: text().notNull(),
    codeVerifier: text().notNull(),
    returnTo: text().notNull(),
    createdAt: integer().notNull(),
  },
  ({ stateHash, createdAt }) => [
    primaryKey({ columns: [stateHash] }),
    index("connection_consents_created").on(createdAt),
  ],
);

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Apps that people connect by OAuth. Times are epoch ms. */

/** An app as it registered itself (RFC 7591). It is a public client: it has no secret, and anyone may register one. */
export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** A JSON array. */
    redirectUris: text().notNull(),
    createdAt: integer().notNull(),
    /** The last time that a person allowed it; null: nobody has. */
    allowedAt: integer(),
  },
  ({ createdAt }) => [index("oauth_clients_created").on(createdAt)],
);

/** A person allowed an app to act for them: the family of its tokens. */
export const oauthGrants = sqliteTable(
  "oauth_grants",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: text().notNull(),
    clientId: text().notNull(),
    /** The name of the app, as the person saw it. */
    name: text().notNull(),
    /** Host of the address that the code was sent to. */
    place: text().notNull(),
    /** RFC 8707: the address that its tokens open. */
    resource: text().notNull(),
    /** "read" or "write", which includes reading. */
    scope: text().notNull(),
    createdAt: integer().notNull(),
    /** Null until the app has fetched its tokens. */
    startedAt: integer(),
    /** To the minute. */
    lastUsedAt: integer(),
    /** The end of the newest refresh token. */
    expiresAt: integer().notNull(),
    revokedAt: integer(),
  },
  ({ userId, clientId }) => [index("oauth_grants_user").on(userId), index("oauth_grants_client").on(clientId)],
);

/** Codes, access tokens and refresh tokens. */
export const oauthTokens = sqliteTable(
  "oauth_tokens",
  {
    /** SHA-256 of the token, hex. */
    hash: text().primaryKey(),
    grantId: text()
      .notNull()
      .references(() => oauthGrants.id, { onDelete: "cascade" }),
    /** "code", "access" or "refresh". */
    kind: text().notNull(),
    /** Of a code: the address that it was sent to, and the challenge of RFC 7636. */
    redirectUri: text(),
    challenge: text(),
    expiresAt: integer().notNull(),
    /** A code or a refresh token is used once. The row stays, so that a second use is noticed. */
    usedAt: integer(),
  },
  ({ grantId, expiresAt }) => [index("oauth_tokens_grant").on(grantId), index("oauth_tokens_expires").on(expiresAt)],
);

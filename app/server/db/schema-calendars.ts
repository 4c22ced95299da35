import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Calendars. Accounts and calendars are projections of the account objects (workers/calendar), which alone write them; tokens and addresses of
 * feeds are in the objects only. Events are in the lists of their person's workspace (workspace/list-tables.ts). Times are epoch ms.
 */

export const calendarAccounts = sqliteTable(
  "calendar_accounts",
  {
    id: text().primaryKey(),
    userId: text().notNull(),
    workspaceId: text().notNull(),
    provider: text().notNull(),
    /** The provider's id of the account; of a feed a digest of its address. */
    subject: text().notNull(),
    name: text().notNull(),
    state: text().notNull(),
    syncedAt: integer(),
    /** When the account's object runs next: one that is late is woken by the sweep. */
    nextSyncAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** When its next event is to be handed over: the cron wakes an account that has not done it. Null: no event is to be joined. */
    joinAt: integer(),
  },
  ({ userId, provider, subject, nextSyncAt, joinAt }) => [
    uniqueIndex("calendar_accounts_subject").on(userId, provider, subject),
    index("calendar_accounts_next").on(nextSyncAt),
    // The minute's query reads due rows only, however many accounts there are.
    index("calendar_accounts_join").on(joinAt).where(sql`${joinAt} is not null`),
  ],
);

export const calendars = sqliteTable(
  "calendars",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    userId: text().notNull(),
    providerCalendarId: text().notNull(),
    name: text().notNull(),
    isPrimary: integer({ mode: "boolean" }).notNull(),
    active: integer({ mode: "boolean" }).notNull(),
    visible: integer({ mode: "boolean" }).notNull(),
    joins: integer({ mode: "boolean" }).notNull(),
    templateId: text(),
    language: text(),
    /** JSON of a JoinRule. */
    rule: text().notNull(),
    /** Of a feed: whether it is the person's own calendar. Null: not asked yet, or no feed. */
    isMine: integer({ mode: "boolean" }),
    /** Events of a feed's file that could not be read. */
    unreadable: integer().notNull().default(0),
  },
  ({ userId, accountId, providerCalendarId }) => [
    index("calendars_user").on(userId),
    uniqueIndex("calendars_provider").on(accountId, providerCalendarId),
  ],
);

/**
 * Accounts that end or have ended, while their object keeps an encrypted secret: their row in `calendar_accounts` is gone, and a new key
 * must reach the secret all the same.
 */
export const calendarEndings = sqliteTable("calendar_endings", { accountId: text().primaryKey() });

/** One row for each person who has changed the switch for all calendars. */
export const calendarPreferences = sqliteTable("calendar_preferences", {
  userId: text().primaryKey(),
  joins: integer({ mode: "boolean" }).notNull(),
});

/** A consent that was started: one row an attempt, bound to the session and the workspace. It can be taken once. */
export const calendarConsents = sqliteTable(
  "calendar_consents",
  {
    /** SHA-256 of `state`, hex. */
    stateHash: text().notNull(),
    sessionHash: text().notNull(),
    userId: text().notNull(),
    workspaceId: text().notNull(),
    provider: text().notNull(),
    codeVerifier: text().notNull(),
    nonce: text().notNull(),
    returnTo: text().notNull(),
    createdAt: integer().notNull(),
  },
  ({ stateHash, createdAt }) => [
    primaryKey({ columns: [stateHash] }),
    index("calendar_consents_created").on(createdAt),
  ],
);

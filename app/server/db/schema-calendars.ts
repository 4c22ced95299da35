import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Calendars. Accounts, calendars and events are projections of the account objects (workers/calendar), which alone write them;
 * tokens and addresses of feeds are in the objects only. Times are epoch ms.
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
  },
  ({ userId, provider, subject, nextSyncAt }) => [
    uniqueIndex("calendar_accounts_subject").on(userId, provider, subject),
    index("calendar_accounts_next").on(nextSyncAt),
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

export const calendarEvents = sqliteTable(
  "calendar_events",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    calendarId: text().notNull(),
    userId: text().notNull(),
    /** domain/calendar/event.ts, eventKeyOf. */
    eventKey: text().notNull(),
    title: text().notNull(),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    isAllDay: integer({ mode: "boolean" }).notNull(),
    isPrivate: integer({ mode: "boolean" }).notNull(),
    isTentative: integer({ mode: "boolean" }).notNull(),
    isOrganiser: integer({ mode: "boolean" }).notNull(),
    /** A feed says so, which only lists follow. Null in rows of before. */
    isSaidOrganiser: integer({ mode: "boolean" }),
    platform: text(),
    /** The room of the link, so that two events at one time in one room are one call. */
    roomKey: text(),
    joins: integer({ mode: "boolean" }).notNull(),
    reason: text().notNull(),
    switched: integer({ mode: "boolean" }),
    meetId: text(),
    /** When the cron hands it over; null: it is not joined, or was handed over. */
    joinAt: integer(),
  },
  ({ userId, startsAt, eventKey, joinAt, accountId, calendarId }) => [
    index("calendar_events_user_starts").on(userId, startsAt),
    index("calendar_events_key").on(userId, eventKey),
    index("calendar_events_account").on(accountId, calendarId),
    // The minute's query reads due rows only, however many events there are.
    index("calendar_events_join").on(joinAt).where(sql`${joinAt} is not null`),
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

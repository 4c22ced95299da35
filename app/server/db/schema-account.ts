import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** People, workspaces, sessions and settings in D1. */

export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    /** Whether a provider vouched for the address. */
    emailVerified: integer({ mode: "boolean" }).notNull().default(false),
    locale: text().notNull().default("en"),
    timeZone: text().notNull().default("UTC"),
    /** The person chose the zone in the settings: the zones of their browsers do not replace it. */
    timeZoneChosen: integer({ mode: "boolean" }).notNull().default(false),
    /** Null until the onboarding has been finished or put off: a state of its own. */
    onboardedAt: integer(),
    /** E.164: "+34600000000". Null until the onboarding, like the next two. */
    phone: text(),
    company: text(),
    employmentType: text(),
    /** Null is Basic system, or that of the team where the person has not chosen. */
    defaultTemplateId: text(),
    /** The person chose Basic system: the team's default does not replace it. */
    defaultTemplateChosen: integer({ mode: "boolean" }).notNull().default(false),
    /** Minutes for which Acta waits for a host, or to be let in. */
    waitMinutes: integer().notNull().default(20),
    /** False: calls of theirs are recorded with sound only. */
    recordsPicture: integer({ mode: "boolean" }).notNull().default(true),
    termsAcceptedAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  ({ email }) => [index("users_address").on(sql`lower(${email})`)],
);

/** Meetings, recordings, usage and plans (schema-billing.ts) belong to a workspace. Every person has a personal one, whose id is the person's id. */
export const workspaces = sqliteTable(
  "workspaces",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** Not read any more: plans are in plan_holds. Stays while a Worker of an earlier version may run beside the migration. */
    plan: text().notNull().default("free"),
    createdAt: integer().notNull(),
  },
  (table) => [check("workspaces_kind", sql`${table.kind} in ('personal', 'team')`)],
);

export const members = sqliteTable(
  "members",
  {
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text().notNull(),
    joinedAt: integer().notNull(),
    /** False: an administrator of a team who manages it without a seat, and without its plan. */
    hasSeat: integer({ mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("members_user").on(table.userId),
    check("members_role", sql`${table.role} in ('owner', 'member')`),
  ],
);

export const identities = sqliteTable(
  "identities",
  {
    provider: text().notNull(),
    /** Google: sub. Microsoft: `<tid>:<oid>`. Any other: `<issuer>#<sub>`. */
    subject: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text(),
    createdAt: integer().notNull(),
    lastUsedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index("identities_user").on(table.userId)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the cookie's random id, hex. */
    idHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    /** Names a session in a form; grants nothing. */
    handle: text().notNull().default(""),
    /** Browser and system at sign-in, as domain/account/device.ts writes them. The User-Agent is not stored. */
    device: text(),
    /** The browser's zone at sign-in. */
    timeZone: text(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expires").on(table.expiresAt)],
);

/**
 * Meetings that push content to the pages of a session (live sockets, chat answers), so that ending the session ends that. No
 * foreign key: a row outlives its session until the meeting has been told.
 */
export const sessionStreams = sqliteTable(
  "session_streams",
  {
    /** `sessions.id_hash`. */
    sessionHash: text().notNull(),
    meetId: text().notNull(),
    /** When the last of them was opened. */
    openedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionHash, table.meetId] }),
    index("session_streams_opened").on(table.openedAt),
  ],
);

/** One row per started sign-in, so that two tabs do not break each other. */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    /** SHA-256 of `state`, hex. */
    stateHash: text().primaryKey(),
    provider: text().notNull(),
    codeVerifier: text().notNull(),
    nonce: text().notNull(),
    returnTo: text().notNull(),
    /** SHA-256 of the browser's attempt cookie: the callback must come from the browser that started. */
    browserHash: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index("sign_in_attempts_created").on(table.createdAt)],
);

/** One row for each kind of mail that a person has ever switched off or on; the others are on. */
export const mailPreferences = sqliteTable(
  "mail_preferences",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** domain/mail/mail-kinds.ts. */
    kind: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    changedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    userId: text(),
    action: text().notNull(),
    subjectId: text(),
  },
  (table) => [index("audit_events_user").on(table.userId, table.at)],
);

/**
 * Accounts that are being deleted, and those that were in the last 24 hours. No foreign key: a row outlives its person. While it
 * stands unfinished, nobody can sign in to the account.
 */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text().primaryKey(),
    /** For the receipt only; null where nobody is to get one, and once it was sent. */
    email: text(),
    locale: text().notNull(),
    timeZone: text().notNull().default("UTC"),
    requestedAt: integer().notNull(),
    finishedAt: integer(),
    /** Recordings that another person's meeting uses: the receipt names their number. */
    keptRecordings: integer().notNull().default(0),
  },
  (table) => [index("account_deletions_finished").on(table.finishedAt)],
);

import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The tables of D1. Times are epoch ms. The meeting's own truth is in its object; `meetings` is a projection of it. */

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text(),
  /** Whether a provider vouched for the address. */
  emailVerified: integer({ mode: "boolean" }).notNull().default(false),
  locale: text().notNull().default("en"),
  timeZone: text().notNull().default("UTC"),
  /** Null until the onboarding has been finished or put off: a state of its own. */
  onboardedAt: integer(),
  termsAcceptedAt: integer().notNull(),
  createdAt: integer().notNull(),
});

/** Meetings, recordings, usage and plan belong to a workspace. Every person has a personal one, whose id is the person's id. */
export const workspaces = sqliteTable(
  "workspaces",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
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
    /** Google: sub. Microsoft: `<tid>:<oid>`. */
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
    userAgent: text(),
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

export const meetings = sqliteTable(
  "meetings",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    role: text().notNull().default("organizer"),
    title: text().notNull(),
    startsAt: integer().notNull(),
    timeZone: text().notNull(),
    language: text().notNull(),
    templateId: text(),
    source: text().notNull(),
    platform: text(),
    /** Lobby state of the bot while it waits for admission. */
    lobbyState: text("door"),
    durationMs: integer(),
    participants: integer(),
    status: text().notNull(),
    reason: text(),
    recordingId: text(),
    /** Ms of recording that are recognised and wanted: the list shows progress without asking the object. */
    recognisedMs: integer().notNull().default(0),
    wantedMs: integer().notNull().default(0),
    taskCount: integer(),
    /** A projection with a lower one loses. */
    sequence: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /**
     * A tombstone, so that a late alarm or webhook resurrects nothing: its ids, the sequence that no late change may exceed, and
     * the days (not the times) on which the meeting was made and deleted. All else is empty (meetings/tombstone-meeting.ts).
     */
    deletedAt: integer(),
  },
  (table) => [index("meetings_creator_starts").on(table.workspaceId, table.createdBy, table.startsAt, table.id)],
);

/** Makes creation unique for every kind of request. */
export const meetingClaims = sqliteTable(
  "meeting_claims",
  {
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    key: text().notNull(),
    meetId: text().notNull(),
    recordingId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.createdBy, table.key] }),
    uniqueIndex("meeting_claims_meet").on(table.meetId),
    index("meeting_claims_created").on(table.createdAt),
  ],
);

export const recordings = sqliteTable(
  "recordings",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    source: text().notNull(),
    sizeBytes: integer(),
    etag: text(),
    durationMs: integer(),
    /** Number of meetings that use it; at zero the recording is removed. */
    references: integer().notNull().default(1),
    createdAt: integer().notNull(),
    /** A tombstone of its ids and days, as a meeting's. */
    deletedAt: integer(),
  },
  (table) => [index("recordings_workspace").on(table.workspaceId)],
);

/**
 * One row per upload or recording; credits are a sum over it, never a counter. It stays when its meeting is deleted, which gives
 * nothing back: ids, what was used and when.
 */
export const usageLedger = sqliteTable(
  "usage_ledger",
  {
    meetId: text().notNull(),
    kind: text().notNull(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    state: text().notNull(),
    reason: text(),
    reservedAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.meetId, table.kind] }),
    index("usage_ledger_workspace").on(table.workspaceId, table.kind, table.state),
    check("usage_ledger_state", sql`${table.state} in ('reserved', 'counted', 'released')`),
    check("usage_ledger_kind", sql`${table.kind} in ('upload', 'recording')`),
  ],
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

/** One row per address that was ever given out for a meeting; of those that hold, one a meeting. */
export const shareLinks = sqliteTable(
  "share_links",
  {
    /** SHA-256 of the token, hex. The token itself is not stored. */
    tokenHash: text().primaryKey(),
    /** The token is derived from this id with a secret that is not stored here. */
    linkId: text().notNull(),
    meetId: text().notNull(),
    workspaceId: text().notNull(),
    /** The person who made it. */
    createdBy: text().notNull(),
    /** JSON list of parts. */
    parts: text().notNull(),
    /** Whether a preview of the link may show the meeting's title. */
    titleShown: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    expiresAt: integer(),
    revokedAt: integer(),
    opens: integer().notNull().default(0),
    /** "2026-11-21", a day of UTC. The person and the exact time are not stored. */
    lastOpenedOn: text(),
  },
  (table) => [
    index("share_links_meet").on(table.meetId),
    uniqueIndex("share_links_link").on(table.linkId),
    uniqueIndex("share_links_standing").on(table.meetId).where(sql`${table.revokedAt} is null`),
  ],
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

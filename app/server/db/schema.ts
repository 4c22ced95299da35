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
  /** The person chose the zone in the settings: the zones of their browsers do not replace it. */
  timeZoneChosen: integer({ mode: "boolean" }).notNull().default(false),
  /** Null until the onboarding has been finished or put off: a state of its own. */
  onboardedAt: integer(),
  /** E.164: "+34600000000". Null until the onboarding, like the next two. */
  phone: text(),
  company: text(),
  employmentType: text(),
  /** Null is Basic system. */
  defaultTemplateId: text(),
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

const STATUS_GROUP_SQL = `CASE
  WHEN status = 'SUMMARIZED' THEN 'completed'
  WHEN status IN ('ERROR_RECORDED', 'ERROR_TRANSCRIPT', 'ERROR_SUMMARY') THEN 'error'
  WHEN status IN ('SCHEDULE', 'TORECORD') THEN 'initiating'
  WHEN status = 'REJECTED' THEN 'rejected'
  WHEN status = 'SKIPPED_SUMMARY' THEN 'skipped'
  ELSE 'working' END`;

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
    /** The title folded, for sorting (domain/meeting/list.ts). */
    titleKey: text().notNull().default(""),
    /** `statusGroup` and the two kinds of sources, in SQL; a test compares them with the rules. */
    statusGroup: text().generatedAlwaysAs(sql.raw(STATUS_GROUP_SQL), { mode: "virtual" }),
    sourceKind: text().generatedAlwaysAs(sql.raw("CASE source WHEN 'upload' THEN 'upload' ELSE 'call' END"), {
      mode: "virtual",
    }),
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
  (table) => {
    const { workspaceId, createdBy, startsAt, titleKey, id, deletedAt } = table;
    const there = sql`${deletedAt} is null`;
    // One index for each filter in each order, so that a page reads the rows that it shows (decision 054).
    const listed = (name: string, column: FilteredColumn) => [
      index(`meetings_${name}_starts`).on(workspaceId, createdBy, table[column], startsAt, id).where(there),
      index(`meetings_${name}_title`).on(workspaceId, createdBy, table[column], titleKey, id).where(there),
    ];
    return [
      index("meetings_creator_starts").on(workspaceId, createdBy, startsAt, id),
      index("meetings_creator_title").on(workspaceId, createdBy, titleKey, id).where(there),
      ...listed("group", "statusGroup"),
      ...listed("role", "role"),
      ...listed("language", "language"),
      ...listed("kind", "sourceKind"),
      ...listed("platform", "platform"),
      ...listed("template", "templateId"),
    ];
  },
);

type FilteredColumn = "statusGroup" | "role" | "language" | "sourceKind" | "platform" | "templateId";

/** How many meetings a person has in each group, and how long. Triggers of `meetings` keep it (migrations/0008), so that no list counts rows. */
export const meetingCounts = sqliteTable(
  "meeting_counts",
  {
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    statusGroup: text().notNull(),
    count: integer().notNull(),
    /** Length of all their recordings. */
    durationMs: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.createdBy, table.statusGroup] })],
);

/** The people of a meeting by name. Written with the list row, and removed with it. */
export const meetingPeople = sqliteTable(
  "meeting_people",
  {
    meetId: text().notNull(),
    /** The name folded: two spellings of it are one person. */
    personKey: text().notNull(),
    name: text().notNull(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    /** The meeting's, so that a person's meetings can be listed in both orders. */
    startsAt: integer().notNull(),
    titleKey: text().notNull(),
  },
  ({ meetId, personKey, workspaceId, createdBy, startsAt, titleKey }) => [
    primaryKey({ columns: [meetId, personKey] }),
    index("meeting_people_starts").on(workspaceId, createdBy, personKey, startsAt, meetId),
    index("meeting_people_title").on(workspaceId, createdBy, personKey, titleKey, meetId),
  ],
);

/** The tasks of all meetings. Written with the list row, and removed with it; ticking goes through the meeting. */
export const meetingTasks = sqliteTable(
  "meeting_tasks",
  {
    meetId: text().notNull(),
    /** The line's id in the minutes: what a tick names. */
    taskId: text().notNull(),
    /** Place in the minutes, from 0. */
    position: integer().notNull(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    text: text().notNull(),
    description: text(),
    assigned: text(),
    /** The name folded; empty where nobody is named. */
    assignedKey: text().notNull(),
    deadline: text(),
    /** The deadline as a day ("2026-11-25"); NO_DAY where it is none, which sorts last. */
    dueDay: text().notNull(),
    done: integer({ mode: "boolean" }).notNull(),
    /** The moment that proves it, in ms of the recording. */
    startMs: integer(),
  },
  ({ meetId, taskId, workspaceId, createdBy, assignedKey, done, dueDay }) => [
    primaryKey({ columns: [meetId, taskId] }),
    index("meeting_tasks_due").on(workspaceId, createdBy, done, dueDay, meetId, taskId),
    index("meeting_tasks_assigned_due").on(workspaceId, createdBy, assignedKey, done, dueDay, meetId, taskId),
  ],
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

/** How long a workspace's meetings keep their parts, where a meeting has no choice of its own (domain/privacy/retention.ts). */
export const retentionDefaults = sqliteTable("retention_defaults", {
  workspaceId: text().primaryKey(),
  /** JSON of a RetentionRule. */
  rule: text().notNull(),
  updatedAt: integer().notNull(),
  /** JSON of the last meeting that was told of it (ListedPlace); null before the first. */
  cursor: text(),
  /** Whether all meetings were told. */
  isTold: integer({ mode: "boolean" }).notNull().default(false),
});

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

/** The meetings behind the address in the announcement of a call's bot. The code itself is not stored. */
export const recordedNotices = sqliteTable(
  "recorded_notices",
  {
    /** SHA-256 of the code, hex. */
    codeHash: text().notNull(),
    meetId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeHash, table.meetId] }), index("recorded_notices_meet").on(table.meetId)],
);

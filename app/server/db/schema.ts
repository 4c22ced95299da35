import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The meetings in D1, their projections and shares. Times are epoch ms. The meeting's own truth is in its object; `meetings` is a projection of it.
 * The lists of a person are in the object of their workspace, which has tables of the same names (decision 229).
 */

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
    lobbyState: text(),
    durationMs: integer(),
    participants: integer(),
    status: text().notNull(),
    reason: text(),
    recordingId: text(),
    /** Ms of recording that are recognised and wanted: the list shows progress without asking the object. */
    recognisedMs: integer().notNull().default(0),
    wantedMs: integer().notNull().default(0),
    taskCount: integer(),
    /** Tasks of its minutes that are not done. */
    openTasks: integer().notNull().default(0),
    /** The people in it: their names folded, and as they are spelled. In D1 those of meetings that name people only, as their tasks (decision 236). */
    people: text({ mode: "json" }).$type<[key: string, name: string][]>().notNull().default([]),
    /** Its minutes are quotations because no model was there; one that comes writes them (write-waiting.ts). */
    awaitsModel: integer({ mode: "boolean" }).notNull().default(false),
    /** The title folded, for sorting (domain/meeting/list.ts). In D1 as `people`. */
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
    /** D1's own clock at the last write of the projection, which may come late: programs ask for what changed since (list-changed.ts). */
    changedAt: integer().notNull().default(0),
    /**
     * A tombstone, so that a late alarm or webhook resurrects nothing: its ids, the sequence that no late change may exceed, and
     * the days (not the times) on which the meeting was made and deleted. All else is empty (meetings/delete-meeting.ts).
     */
    deletedAt: integer(),
    /** The meeting that this one is a part of: no list of its owner shows it, and it is there in every other way (decision 201). */
    mergedInto: text(),
    /** The key that all meetings of its series have (domain/meeting/series.ts); null where it belongs to none. */
    seriesKey: text(),
    /** The folder that it is in (decision 215). One that its reader cannot see is none for them. */
    folderId: text(),
    /** Its owner has archived it: lists leave it out, and it is there in every other way. */
    archivedAt: integer(),
  },
  (table) => {
    const { workspaceId, createdBy, startsAt, id, deletedAt, folderId, archivedAt, templateId } = table;
    // For lists of several people, and for what is asked of all meetings. A person's own lists have indexes of their own (workers/workspace/lists).
    return [
      // Holds the few that wait, whatever the number of meetings.
      index("meetings_awaiting_model").on(startsAt).where(sql`${table.awaitsModel} = 1 and ${deletedAt} is null`),
      // Those of one meeting, which are few.
      index("meetings_merged").on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
      // Walks of all meetings of a workspace. Those of one time are few, and their order is found by sorting them.
      index("meetings_starts").on(workspaceId, startsAt),
      // The meetings that use a recording: its bytes go with the last one (workspace/recording-users.ts).
      index("meetings_recording")
        .on(table.recordingId)
        .where(sql`${table.recordingId} is not null and ${deletedAt} is null`),
      // Few at any time, and they share their counter with all planned meetings.
      index("meetings_joining")
        .on(workspaceId, createdBy, startsAt, id)
        .where(sql`${table.status} = 'TORECORD' and ${deletedAt} is null`),
      // They leave a folder that is deleted.
      index("meetings_folder").on(folderId).where(sql`${folderId} is not null`),
      index("meetings_archived").on(workspaceId, createdBy, startsAt, id).where(sql`${archivedAt} is not null`),
      // Nothing that is used is deleted.
      index("meetings_template").on(templateId).where(sql`${templateId} is not null`),
    ];
  },
);

/** A person's meetings as one value, in the words of the index `meetings_changed` of their lists. */
export function personOf({ workspaceId, createdBy }: { workspaceId: SQLWrapper; createdBy: SQLWrapper }): SQL {
  return sql`${workspaceId} || ' ' || ${createdBy}`;
}

/** The number and the length of a person's meetings in each group. Triggers of `meetings` keep both, so that no list counts rows. */
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

/**
 * Changes that the lists of a workspace have still to take (workspace/list-changes.ts): of its own meetings, and of those that are shown to it where it is
 * a team. Triggers of the tables that lists show write it.
 */
export const listChanges = sqliteTable(
  "list_changes",
  {
    /** Grows with each change, and is never used twice. */
    position: integer().primaryKey({ autoIncrement: true }),
    workspaceId: text().notNull(),
    meetId: text().notNull(),
    /** JSON of its tasks and of its people, which D1 keeps for meetings that name people only; null where they have not changed. */
    tasks: text(),
    people: text(),
  },
  ({ workspaceId, meetId, position }) => [
    index("list_changes_meeting").on(meetId, workspaceId),
    index("list_changes_workspace").on(workspaceId, position),
  ],
);

/** Parts of lists that no change brings, until the sweep has brought them (workspace/repair-lists.ts). Ids and SQLite's code of the fault. */
export const listRepairs = sqliteTable(
  "list_repairs",
  {
    workspaceId: text().notNull(),
    /** A meeting that was refused, the events of a calendar account, or, without an id, tasks and people that lists of members did not give. */
    kind: text({ enum: ["meeting", "events", "members"] }).notNull(),
    id: text().notNull(),
    /** Of the change that was refused. */
    position: integer().notNull().default(0),
    fault: text(),
  },
  ({ workspaceId, kind, id }) => [primaryKey({ columns: [workspaceId, kind, id] })],
);

/**
 * Tasks as lists show them: in lists those of all their meetings, in D1 those of meetings that name people. Written with the list row, and removed with
 * it; ticking goes through the meeting.
 */
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
    /** The check did not find it in the recording. */
    unconfirmed: integer({ mode: "boolean" }).notNull().default(false),
  },
  ({ meetId, taskId }) => [primaryKey({ columns: [meetId, taskId] })],
);

/** Meetings that a person has asked about: their conversation is in the meeting's object, also where the meeting is another person's. */
export const meetingChats = sqliteTable(
  "meeting_chats",
  { userId: text().notNull(), meetId: text().notNull() },
  ({ userId, meetId }) => [primaryKey({ columns: [userId, meetId] }), index("meeting_chats_meeting").on(meetId)],
);

/** Makes creation unique for every kind of request. Goes with its meeting, or once that is long over (meetings/sweep-claims.ts). */
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
    /** Of a calendar's event: a digest of its room and start, by which the same call is one under another event's key. */
    roomKey: text(),
    /** The series of its calendar's event; null where the event does not come again, or there is none. */
    seriesKey: text(),
    /** Of a call: a digest of its room without its passcode, by which a person's invitation and their calendar's event are one meeting. */
    room: text(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.createdBy, table.key] }),
    index("meeting_claims_place").on(table.createdBy, table.room).where(sql`${table.room} is not null`),
    uniqueIndex("meeting_claims_meet").on(table.meetId),
    uniqueIndex("meeting_claims_room")
      .on(table.workspaceId, table.createdBy, table.roomKey)
      .where(sql`${table.roomKey} is not null`),
    index("meeting_claims_created").on(table.createdAt).where(isPassingClaim(table.key)),
  ],
);

/** Whether the claim of this key may go once its meeting is over: a person has one sample, and a file is imported once, whenever that was. */
export function isPassingClaim(key: SQLWrapper): SQL {
  return sql`${key} <> 'sample' and ${key} not glob 'import:*'`;
}

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
    index("share_links_maker").on(table.createdBy, table.createdAt),
    uniqueIndex("share_links_link").on(table.linkId),
    uniqueIndex("share_links_standing").on(table.meetId).where(sql`${table.revokedAt} is null`),
  ],
);

/** The retention rule of a workspace's meetings, where a meeting has no choice of its own (domain/privacy/retention.ts). */
export const retentionDefaults = sqliteTable("retention_defaults", {
  workspaceId: text().primaryKey(),
  /** JSON of a RetentionRule. */
  rule: text().notNull(),
  updatedAt: integer().notNull(),
  /** JSON of the last meeting that was told of it, and of the rounds that are over (retention-default.ts); null before the first. */
  cursor: text(),
  /** Whether all meetings were told. */
  isTold: integer({ mode: "boolean" }).notNull().default(false),
});

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

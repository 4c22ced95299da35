import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users, workspaces } from "#app/server/db/schema-account.ts";

/** Teams, their invitations, and the people to whom meetings are visible. Times are epoch ms. */

/** A workspace of kind `team`. Its members are in `members`; an administrator has the role `owner`. */
export const teams = sqliteTable("teams", {
  workspaceId: text()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  name: text().notNull(),
  /** Members may edit the minutes of each other's team meetings. */
  membersEdit: integer({ mode: "boolean" }).notNull().default(false),
  /** The defaults of new meetings of members who have made no choice of their own; null: the same as without a team. */
  defaultTemplateId: text(),
  defaultLanguage: text(),
  defaultVisibility: text(),
  createdAt: integer().notNull(),
  /** When it was paid for first; null: an order that is not paid. */
  activatedAt: integer(),
});

export const teamInvitations = sqliteTable(
  "team_invitations",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Folded (domain/workspace/team.ts). */
    email: text().notNull(),
    /** SHA-256 of the token, hex; null before the first mail. Sending again replaces it. */
    tokenHash: text(),
    invitedBy: text().notNull(),
    createdAt: integer().notNull(),
    /** When the last mail was given to the mail service; null before. */
    sentAt: integer(),
    /** When the last mail was begun, and how many were. */
    triedAt: integer().notNull().default(0),
    sends: integer().notNull().default(0),
    expiresAt: integer(),
    acceptedAt: integer(),
    acceptedBy: text(),
    /** Revoked or declined. */
    endedAt: integer(),
  },
  ({ workspaceId, email, tokenHash, acceptedAt, endedAt, sentAt }) => [
    uniqueIndex("team_invitations_token").on(tokenHash),
    uniqueIndex("team_invitations_open")
      .on(workspaceId, email)
      .where(sql`${acceptedAt} is null and ${endedAt} is null`),
    index("team_invitations_unsent").on(workspaceId).where(sql`${sentAt} is null and ${endedAt} is null`),
  ],
);

/** A meeting without a row is private. A row stays when the meeting becomes private again, so that no default is applied a second time. */
export const meetingVisibility = sqliteTable(
  "meeting_visibility",
  {
    meetId: text().primaryKey(),
    visibility: text().notNull(),
    /** The team that sees it, or that has it since its creator left; null where there is none. */
    teamId: text(),
    changedBy: text().notNull(),
    changedAt: integer().notNull(),
  },
  ({ visibility, teamId, meetId }) => [
    index("meeting_visibility_team").on(teamId, meetId).where(sql`${teamId} is not null`),
    check("meeting_visibility_known", sql`${visibility} in ('private', 'team', 'named')`),
  ],
);

/**
 * Meetings that a team's index has to look at again: shown to the team, taken back, deleted or changed. Triggers write a row with each change of
 * `meeting_visibility` (migrations/0047), so that none is lost; the index removes it. A newer change replaces a row under a new position.
 */
export const teamIndexChanges = sqliteTable(
  "team_index_changes",
  {
    position: integer().primaryKey({ autoIncrement: true }),
    teamId: text().notNull(),
    meetId: text().notNull(),
  },
  ({ teamId, meetId }) => [
    uniqueIndex("team_index_changes_meeting").on(meetId, teamId),
    index("team_index_changes_team").on(teamId),
  ],
);

/** The named people of meetings, by confirmed address: whether somebody has an account is not told to the one who names them. */
export const meetingGuests = sqliteTable(
  "meeting_guests",
  {
    meetId: text().notNull(),
    /** Folded. */
    email: text().notNull(),
    addedAt: integer().notNull(),
    /** When the mail about it was sent, or left out because the address belongs to no account; null before. Rows from before such mails have 0. */
    toldAt: integer().default(0),
    /** The meeting's place in both orders of lists. Triggers keep it (migrations/0059): a row may come before that of the meeting. */
    startsAt: integer().notNull().default(0),
    titleKey: text().notNull().default(""),
  },
  ({ meetId, email, toldAt, startsAt, titleKey }) => [
    primaryKey({ columns: [meetId, email] }),
    index("meeting_guests_email").on(email, meetId),
    index("meeting_guests_starts").on(email, startsAt, meetId),
    index("meeting_guests_title").on(email, titleKey, meetId),
    index("meeting_guests_untold").on(meetId).where(sql`${toldAt} is null`),
  ],
);

/** The visibility of a person's new meetings; private without a row. */
export const visibilityDefaults = sqliteTable("visibility_defaults", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  visibility: text().notNull(),
  /** JSON list of folded addresses, for `named`. */
  people: text().notNull().default("[]"),
});

/** Meetings that are on their way to another workspace: the copy for the creator comes first. A row goes when both are done. */
export const teamMoves = sqliteTable(
  "team_moves",
  {
    meetId: text().primaryKey(),
    /** The meeting's id of the copy; null where none is made. */
    copyId: text(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    /** Of the copy. */
    copyFor: text(),
    requestedAt: integer().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: integer().notNull(),
  },
  ({ dueAt }) => [index("team_moves_due").on(dueAt)],
);

import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Tables that only the lists in a workspace's object have (workers/workspace/lists/list-tables.ts). The others are described as D1's are. */

/** The people of a meeting by name. */
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
  ({ meetId, personKey }) => [primaryKey({ columns: [meetId, personKey] })],
);

/** In a team's lists: the meetings that are shown to all of it. Others stayed with it and are its administrators' (decision 080). */
export const shownMeetings = sqliteTable(
  "shown_meetings",
  { meetId: text().primaryKey(), workspaceId: text().notNull(), createdBy: text().notNull() },
  ({ createdBy, workspaceId }) => [index("shown_meetings_owner").on(createdBy, workspaceId)],
);

/** The number of a person's meetings with each template; an empty id is Basic system. */
export const templateCounts = sqliteTable(
  "template_counts",
  {
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    templateId: text().notNull(),
    count: integer().notNull(),
  },
  ({ workspaceId, createdBy, templateId }) => [primaryKey({ columns: [workspaceId, createdBy, templateId] })],
);

/** The change with which a meeting was last written here, or removed. */
export const listTaken = sqliteTable(
  "list_taken",
  {
    meetId: text().primaryKey(),
    position: integer().notNull(),
    /** Whether its tasks and people came here, by this change or an earlier one; null where it is not here any more. */
    hasContent: integer({ mode: "boolean" }),
  },
  ({ position }) => [index("list_taken_position").on(position)],
);

export const listState = sqliteTable("list_state", {
  id: integer().primaryKey(),
  isBuilt: integer({ mode: "boolean" }).notNull(),
  /** The folding of its keys (refold-lists.ts). */
  folding: integer().notNull(),
});

/**
 * The events of a person's calendars, a projection of their account objects (workers/calendar), which alone write them. Only the lists of the
 * person's own workspace have them (decision 234).
 */
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
    /** A feed says so, which only lists follow. */
    isSaidOrganiser: integer({ mode: "boolean" }).notNull(),
    /** Its calendar is shown. */
    isVisible: integer({ mode: "boolean" }).notNull(),
    platform: text(),
    /** The room of the link, so that two events at one time in one room are one call. */
    roomKey: text(),
    joins: integer({ mode: "boolean" }).notNull(),
    reason: text().notNull(),
    switched: integer({ mode: "boolean" }),
    meetId: text(),
  },
  ({ userId, startsAt, eventKey, accountId, calendarId, meetId }) => [
    index("calendar_events_user_starts").on(userId, startsAt),
    index("calendar_events_key").on(userId, eventKey),
    index("calendar_events_account").on(accountId, calendarId),
    index("calendar_events_meeting").on(meetId).where(sql`${meetId} is not null`),
  ],
);

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
export const shownMeetings = sqliteTable("shown_meetings", { meetId: text().primaryKey() });

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
});

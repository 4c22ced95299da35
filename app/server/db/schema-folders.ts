import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "#app/server/db/schema-account.ts";

/** Folders, tags and rules. The folder of a meeting and its archiving are columns of `meetings`, so that lists walk them (decision 215). */

/** Of a person, or of a team: then its members see the folder. It groups meetings and gives no right to any. */
export const folders = sqliteTable(
  "folders",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** "Clients/Girona": one in another. */
    name: text().notNull(),
    /** domain/folders/folder.ts, folderKeyOf. */
    nameKey: text().notNull(),
    /** Epoch ms. */
    createdAt: integer().notNull(),
  },
  ({ workspaceId, nameKey }) => [index("folders_name").on(workspaceId, nameKey)],
);

/** The tags that its owner has given to a meeting. */
export const meetingTags = sqliteTable(
  "meeting_tags",
  {
    meetId: text().notNull(),
    /** The tag folded. */
    tagKey: text().notNull(),
    tag: text().notNull(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    /** The meeting's, so that the meetings of a tag are listed in both orders. Kept by triggers of `meetings` (migrations/0044). */
    startsAt: integer().notNull(),
    titleKey: text().notNull(),
  },
  ({ meetId, tagKey }) => [primaryKey({ columns: [meetId, tagKey] })],
);

/** A person's rules for new meetings (domain/folders/rule.ts). */
export const folderRules = sqliteTable(
  "folder_rules",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    value: text().notNull(),
    folderId: text().references(() => folders.id, { onDelete: "cascade" }),
    /** JSON list of tags. */
    tags: text().notNull().default("[]"),
    /** Of meetings from a calendar, for which nobody chooses one. */
    templateId: text(),
    /** Epoch ms. */
    createdAt: integer().notNull(),
  },
  ({ workspaceId }) => [index("folder_rules_workspace").on(workspaceId)],
);

/** The folder that a rule has chosen for a meeting that no list has yet. A trigger of `meetings` takes it (migrations/0044). */
export const newMeetingFolders = sqliteTable("new_meeting_folders", {
  meetId: text().primaryKey(),
  folderId: text()
    .notNull()
    .references(() => folders.id, { onDelete: "cascade" }),
});

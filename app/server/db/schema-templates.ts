import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The tables of templates. A template belongs to a workspace; `createdBy` is the person who made it. Times are epoch ms. */

export const templates = sqliteTable(
  "templates",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    /** Makes a creation unique: the id that the page gave it. */
    saveId: text().notNull(),
    name: text().notNull(),
    description: text(),
    /** JSON of TemplateField[]. */
    fields: text().notNull(),
    /** The number of the newest version; grows with each save. */
    version: integer().notNull(),
    origin: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex("templates_save").on(table.workspaceId, table.createdBy, table.saveId),
    index("templates_updated").on(table.workspaceId, table.updatedAt),
  ],
);

/** Every version of a template, the newest too. */
export const templateVersions = sqliteTable(
  "template_versions",
  {
    templateId: text()
      .notNull()
      .references(() => templates.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    name: text().notNull(),
    description: text(),
    fields: text().notNull(),
    /** created, saved, restored, fields-updated. */
    change: text().notNull(),
    changedAt: integer().notNull(),
    changedBy: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

/** 'My fields': the fields that a person keeps for their templates. */
export const savedFields = sqliteTable(
  "saved_fields",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    saveId: text().notNull(),
    /** JSON of a TemplateField. */
    field: text().notNull(),
    version: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [uniqueIndex("saved_fields_save").on(table.workspaceId, table.createdBy, table.saveId)],
);

/** Links of templates. Each shows the template as it was when the link was made. */
export const templateShares = sqliteTable(
  "template_shares",
  {
    /** SHA-256 of the token, hex. The token itself is not stored. */
    tokenHash: text().primaryKey(),
    /** The token is derived from this id with a secret that is not stored here. */
    linkId: text().notNull(),
    templateId: text()
      .notNull()
      .references(() => templates.id, { onDelete: "cascade" }),
    workspaceId: text().notNull(),
    createdBy: text().notNull(),
    version: integer().notNull(),
    /** JSON of a SharedTemplate. */
    snapshot: text().notNull(),
    createdAt: integer().notNull(),
    revokedAt: integer(),
    opens: integer().notNull().default(0),
    /** "2026-11-21", a day of UTC. The person and the exact time are not stored. */
    lastOpenedOn: text(),
  },
  (table) => [index("template_shares_template").on(table.templateId)],
);

/**
 * Templates that were chosen for a meeting or a calendar whose row does not show it yet: they count as used until `heldUntil`, so
 * that a deletion and a choice at the same moment have one order. The row ends the claim.
 */
export const templateClaims = sqliteTable(
  "template_claims",
  {
    /** The id of the meeting, or "calendar:" and that of the calendar. */
    meetId: text().notNull(),
    templateId: text()
      .notNull()
      .references(() => templates.id, { onDelete: "cascade" }),
    heldUntil: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.meetId, table.templateId] }),
    index("template_claims_template").on(table.templateId),
  ],
);

import * as z from "zod";
import { fieldMapping } from "#app/contracts/connections.ts";
import { NOTION_FIELDS, type NotionMapping } from "#app/domain/collaboration/notion-fields.ts";

/** Settings of connections to Slack and Notion, as they are stored in D1. What cannot be read counts as not chosen. */

/** `templates`: only minutes of these are sent by themselves; null: all. A null among them is Basic system. */
const templates = z.array(z.string().nullable()).nullable().catch(null).default(null);

const slack = z.object({
  channel: z.object({ id: z.string(), name: z.string() }).nullable().catch(null).default(null),
  templates,
});
export type SlackSettings = z.output<typeof slack>;

const notion = z.object({
  source: z.object({ id: z.string(), name: z.string() }).nullable().catch(null).default(null),
  mapping: z
    .partialRecord(z.enum(NOTION_FIELDS), z.string())
    .catch({})
    .default({})
    .transform((mapping): NotionMapping => mapping),
  fields: z.array(fieldMapping).catch([]).default([]),
  /** The id of the property "Acta ID", which a person may rename. */
  idProperty: z.string().nullable().catch(null).default(null),
  templates,
});
export type NotionSettings = z.output<typeof notion>;

export function readSlackSettings(settings: unknown): SlackSettings {
  return slack.parse(settings);
}

export function readNotionSettings(settings: unknown): NotionSettings {
  return notion.parse(settings);
}

/** Whether minutes of a template go by themselves. */
export function isChosenTemplate(chosen: SlackSettings["templates"], templateId: string | null): boolean {
  return chosen === null || chosen.includes(templateId);
}

import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { DRAFT_CHARS_MAX, DRAFT_ITEMS_MAX, DRAFT_SEGMENT_IDS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";

/**
 * The draft that an engine returns for a summary: `{ fields: [{ key, items: [{ text, segmentIds, … }] }] }`, tables with `columns` and
 * `rows`. An object keyed by field is accepted as well. Untrusted: broken items and broken fields are dropped and counted; the rest is
 * kept. The content of an item is checked afterwards (domain/summary/ground.ts).
 */
const segmentIds = z.array(z.string().max(64)).max(DRAFT_SEGMENT_IDS_MAX);
const text = z.string().max(DRAFT_CHARS_MAX);
/** Models write "" and "none" as readily as null; values that are not text count as absent. */
const optionalText = text
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

export const draftItem = z.object({ text, segmentIds });
export const draftTask = draftItem.extend({
  description: optionalText,
  assigned: optionalText,
  deadline: optionalText,
});
export const draftTitle = draftItem.extend({ subtitle: optionalText });
export const draftRow = z.object({
  cells: z.array(z.union([z.string(), z.number().transform(String)])).max(64),
  segmentIds,
});

const list = z.array(z.unknown());
const itemList = z.object({ items: list });
const table = z.object({ columns: z.array(z.string().max(DRAFT_CHARS_MAX)).max(64), rows: list });
const keyed = z.object({ key: z.string() });
const record = z.record(z.string(), z.unknown());
const answer = z.object({ fields: z.union([list, record]) });

export type ParsedDraft = { draft: SummaryDraft; droppedFields: number; droppedItems: number };

/** Reads an engine's answer field by field; never throws. Fields that are not in the template are dropped and counted. */
export function parseDraft(value: unknown, template: TemplateSnapshot): ParsedDraft {
  const parsed: ParsedDraft = { draft: { fields: [] }, droppedFields: 0, droppedItems: 0 };
  const entries = entriesOf(fromText(value));
  const seen = new Set<string>();
  for (const [key, content] of entries.slice(0, DRAFT_ITEMS_MAX)) {
    const field = template.fields.find((candidate) => candidate.key === key);
    const read = field && !seen.has(field.key) ? readContent(field, content) : null;
    if (!field || read === null) {
      parsed.droppedFields += 1;
      continue;
    }
    seen.add(field.key);
    parsed.draft.fields.push({ key: field.key, content: read.content });
    parsed.droppedItems += read.dropped;
  }
  return parsed;
}

/** Some servers pass the model's text on unparsed, with or without a code fence. Truncated text is not JSON, so it gives null. */
function fromText(value: unknown): unknown {
  if (typeof value !== "string" || value.length > DRAFT_CHARS_MAX) return value;
  const bare = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/u.exec(value)?.[1] ?? value;
  try {
    return JSON.parse(bare);
  } catch {
    return null;
  }
}

function entriesOf(value: unknown): [key: string, content: unknown][] {
  const read = answer.safeParse(value);
  if (!read.success) return [];
  const { fields } = read.data;
  if (!Array.isArray(fields)) return Object.entries(fields);
  return fields.map((entry) => {
    const key = keyed.safeParse(entry);
    return [key.success ? key.data.key : "", entry];
  });
}

function readContent(field: TemplateField, value: unknown): { content: FieldContent; dropped: number } | null {
  const { type } = field;
  switch (type) {
    case "summary":
    case "keypoints":
    case "keywords":
    case "bullets":
    case "customText":
    case "customBullets":
    case "customHashtag": {
      const read = readItems(draftItem, value);
      return read && { content: { type, items: read.kept }, dropped: read.dropped };
    }
    case "tasks": {
      const read = readItems(draftTask, value);
      return read && { content: { type, items: read.kept }, dropped: read.dropped };
    }
    case "titleSubtitle": {
      const read = readItems(draftTitle, value);
      return read && { content: { type, items: read.kept }, dropped: read.dropped };
    }
    case "customTable": {
      const read = table.safeParse(value);
      if (!read.success) return null;
      const rows = keepValid(draftRow, read.data.rows);
      return { content: { type, columns: read.data.columns, rows: rows.kept }, dropped: rows.dropped };
    }
    default:
      return assertNever(type);
  }
}

function readItems<Item>(schema: z.ZodType<Item>, value: unknown): { kept: Item[]; dropped: number } | null {
  const bare = list.safeParse(value);
  const read = bare.success ? bare : itemList.safeParse(value);
  if (!read.success) return null;
  return keepValid(schema, Array.isArray(read.data) ? read.data : read.data.items);
}

function keepValid<Item>(schema: z.ZodType<Item>, values: readonly unknown[]): { kept: Item[]; dropped: number } {
  const kept: Item[] = [];
  for (const value of values.slice(0, DRAFT_ITEMS_MAX)) {
    const read = schema.safeParse(value);
    if (read.success) kept.push(read.data);
  }
  return { kept, dropped: values.length - kept.length };
}

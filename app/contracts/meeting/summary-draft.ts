import * as z from "zod";
import { readDraftField } from "#app/contracts/meeting/draft-fields.ts";
import { DRAFT_CHARS_MAX, DRAFT_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { contentOf } from "#app/domain/summary/fields/field-types.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";

/**
 * The draft that an engine returns for a summary: `{ fields: [{ key, items: [{ text, segmentIds, … }] }] }`, tables with `columns` and
 * `rows`. An object keyed by field is accepted as well. Untrusted: broken items and broken fields are dropped and counted; the rest is
 * kept. The content of an item is checked afterwards (domain/summary/ground.ts).
 */
const list = z.array(z.unknown());
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
  const read = readDraftField(field.type, value, field);
  return read && { content: contentOf(field.type, read.body), dropped: read.dropped };
}

import * as z from "zod";
import { parseDraft } from "#app/contracts/summary-draft.ts";
import {
  BRIEF_CHARS_MAX,
  BRIEF_CITED_MAX,
  BRIEF_ITEMS_MAX,
  ENGINE_ANSWER_BYTES_MAX,
} from "#app/domain/limits/engines.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import type { FieldType, TemplateSnapshot } from "#app/domain/template/template.ts";

/**
 * The JSON schema that a language model is asked to follow, and the parser for its text. The schemas are stricter than parseDraft: every
 * member is named, nothing else is allowed, and nothing has a limit that strict servers refuse to enforce.
 */
const DRAFT_SCHEMAS = draftSchemas(z.string(), z.array(z.string()), (items) => z.array(items));

/** One schema for each field type. */
function draftSchemas(
  text: z.ZodType,
  segmentIds: z.ZodType,
  listOf: (item: z.ZodType) => z.ZodType,
): Record<FieldType, z.ZodType> {
  const item = z.strictObject({ text, segmentIds });
  const items = z.strictObject({ items: listOf(item) });
  const orNull = text.nullable();
  return {
    summary: items,
    keypoints: items,
    keywords: items,
    tasks: z.strictObject({ items: listOf(item.extend({ description: orNull, assigned: orNull, deadline: orNull })) }),
    bullets: items,
    titleSubtitle: z.strictObject({ items: listOf(item.extend({ subtitle: orNull })) }),
    customText: items,
    customBullets: items,
    customHashtag: items,
    customTable: z.strictObject({
      columns: listOf(text),
      rows: listOf(z.strictObject({ cells: listOf(text), segmentIds })),
    }),
  };
}

/** The JSON schema of an answer for this template: `{ fields: { <key>: … } }`, strict. */
export function draftJsonSchema(template: TemplateSnapshot): Record<string, unknown> {
  return schemaOf(template, DRAFT_SCHEMAS);
}

/**
 * The same for a small model, for an engine that enforces all of it: few and short items, each of which cites lines of the question.
 * Only the ids of `lines` can be cited, so that no line is invented.
 */
export function briefJsonSchema(template: TemplateSnapshot, lines: readonly string[]): Record<string, unknown> {
  const cited = z.array(z.enum(lines)).min(1).max(BRIEF_CITED_MAX);
  const text = z.string().max(BRIEF_CHARS_MAX);
  return schemaOf(
    template,
    draftSchemas(text, cited, (item) => z.array(item).max(BRIEF_ITEMS_MAX)),
  );
}

function schemaOf(template: TemplateSnapshot, schemas: Record<FieldType, z.ZodType>): Record<string, unknown> {
  const fields = Object.fromEntries(template.fields.map(({ key, type }) => [key, schemas[type]]));
  // Servers that compile the schema to a grammar do not expect the keyword `$schema`.
  const { $schema: _dialect, ...schema } = z.toJSONSchema(z.strictObject({ fields: z.strictObject(fields) }));
  return schema;
}

/**
 * Reads a model's text: JSON, in a code fence or between other words, after reasoning in think tags. `problem` is written for the model; it
 * may quote the answer, so it is never logged.
 */
export function readDraftAnswer(
  text: string,
  template: TemplateSnapshot,
): { ok: true; value: unknown; draft: SummaryDraft } | { ok: false; problem: string } {
  const bare = text.slice(0, ENGINE_ANSWER_BYTES_MAX).replace(/^\s*<think>[\s\S]*?<\/think>/u, "");
  const from = bare.indexOf("{");
  const to = bare.lastIndexOf("}");
  if (from === -1 || to < from) return { ok: false, problem: "there is no JSON object in it" };
  let value: unknown;
  try {
    value = JSON.parse(bare.slice(from, to + 1));
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "it is not JSON" };
  }
  const { draft } = parseDraft(value, template);
  const keys = template.fields.map(({ key }) => JSON.stringify(key)).join(", ");
  if (draft.fields.length === 0) return { ok: false, problem: `it has none of the fields ${keys} under "fields"` };
  return { ok: true, value, draft };
}

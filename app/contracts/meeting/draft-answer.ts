import * as z from "zod/mini";
import { type AnswerParts, answerField } from "#app/contracts/meeting/draft-fields.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import {
  BRIEF_CHARS_MAX,
  BRIEF_CITED_MAX,
  BRIEF_ITEMS_MAX,
  ENGINE_ANSWER_BYTES_MAX,
} from "#app/domain/limits/engines.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

/**
 * The JSON schema of an answer for this template: `{ fields: { <key>: … } }`, strict. Nothing in it has a limit, because strict servers
 * refuse to enforce limits.
 */
export function draftJsonSchema(template: TemplateSnapshot): Record<string, unknown> {
  return schemaOf(template, { text: z.string(), segmentIds: z.array(z.string()), listOf: (item) => z.array(item) });
}

/**
 * The same for a small model, for an engine that enforces all of it: few and short items, each of which cites lines of the question.
 * Only the ids of `lines` can be cited, so that no line is invented.
 */
export function briefJsonSchema(template: TemplateSnapshot, lines: readonly string[]): Record<string, unknown> {
  return schemaOf(template, {
    text: z.string().check(z.maxLength(BRIEF_CHARS_MAX)),
    segmentIds: z.array(z.enum(lines)).check(z.minLength(1), z.maxLength(BRIEF_CITED_MAX)),
    listOf: (item) => z.array(item).check(z.maxLength(BRIEF_ITEMS_MAX)),
  });
}

function schemaOf(template: TemplateSnapshot, parts: AnswerParts): Record<string, unknown> {
  const fields = Object.fromEntries(template.fields.map((field) => [field.key, answerField(field, parts)]));
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

import * as z from "zod/mini";
import { type AnswerParts, FIELD_SCHEMAS } from "#app/contracts/field-schemas.ts";
import { summaryView } from "#app/contracts/meeting-view.ts";
import { parseDraft } from "#app/contracts/summary-draft.ts";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import {
  BRIEF_CHARS_MAX,
  BRIEF_CITED_MAX,
  BRIEF_ITEMS_MAX,
  ENGINE_ANSWER_BYTES_MAX,
} from "#app/domain/limits/engines.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { FIELD_TYPES, type TemplateSnapshot } from "#app/domain/template/template.ts";

/** Answers of the calls that correct a meeting, as the page reads them. */
const engine = z.object({ port: z.enum(["workers-ai", "openai", "extractive"]), model: z.string() });

/** The version that a correction made, if it made one, and the lines that two people changed differently. */
export const correctedAnswer = z.object({ version: z.nullable(z.number()), both: z.array(z.string()) });

export const versionsAnswer = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      kind: z.enum(["written", "edited", "kept", "brought-back"]),
      madeAt: z.number(),
      by: z.enum(["you", "other", "engine"]),
      template: z.string(),
      language: z.enum(MEETING_LANGUAGES),
      engine,
      linesByHand: z.number(),
      shown: z.boolean(),
    }),
  ),
});
export type VersionsAnswer = z.infer<typeof versionsAnswer>;
export type ListedVersion = VersionsAnswer["versions"][number];

/** `title`: the meeting's title as it was when a person saved the version. */
export const versionAnswer = z.object({ summary: summaryView, title: z.optional(z.nullable(z.string())) });
export type VersionAnswer = z.infer<typeof versionAnswer>;

/** POST …/summary when somebody else saved in the meantime: the refusal carries the current minutes. */
export const editedMeanwhile = z.object({ current: z.object({ summary: summaryView }) });

export const rewriteAnswer = z.object({
  rewrite: z.object({
    engine,
    languages: z.array(z.enum(MEETING_LANGUAGES)),
    linesByHand: z.number(),
    language: z.enum(MEETING_LANGUAGES),
    templateId: z.nullable(z.string()),
  }),
});
export type RewriteAnswer = z.infer<typeof rewriteAnswer>["rewrite"];

/** §7: an array; on failure or non-array, an empty list. */
export const templatesAnswer = z.array(
  z.object({
    id: z.nullable(z.string()),
    name: z.string(),
    fields: z.array(
      z.object({
        key: z.string(),
        title: z.nullable(z.string()),
        prompt: z.string(),
        type: z.enum(FIELD_TYPES),
        required: z.boolean(),
      }),
    ),
  }),
);
export type TemplatesAnswer = z.infer<typeof templatesAnswer>;

export const speakersAnswer = z.object({
  speakers: z.array(z.object({ label: z.string(), name: z.nullable(z.string()), spokenMs: z.number() })),
});
export type SpeakerAnswer = z.infer<typeof speakersAnswer>["speakers"][number];

export const segmentAnswer = z.object({
  segment: z.object({ startMs: z.number(), original: z.string(), corrected: z.nullable(z.string()) }),
});
export type SegmentAnswer = z.infer<typeof segmentAnswer>;

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
  const fields = Object.fromEntries(template.fields.map(({ key, type }) => [key, FIELD_SCHEMAS[type].answer(parts)]));
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

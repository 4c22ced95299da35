import * as z from "zod/mini";
import { answerSchema } from "#app/contracts/meeting/answer-schema.ts";
import { answerField } from "#app/contracts/meeting/draft-fields.ts";
import { jsonOf } from "#app/contracts/meeting/json-of-answer.ts";
import { NOTES_SCHEMA, readNotesAnswer } from "#app/contracts/meeting/notes-answer.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import type { Note } from "#app/domain/summary/notes/note.ts";
import type { NotesAnswers } from "#app/domain/summary/notes/write-from-notes.ts";
import type { Read } from "#app/domain/summary/prompt/ask.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

/** The schemas and readers of what a model is asked for minutes by this template. */
export function notesAnswers(template: TemplateSnapshot): NotesAnswers {
  return {
    notesSchema: NOTES_SCHEMA,
    readNotes: readNotesAnswer,
    minutesSchema: draftJsonSchema(template),
    readMinutes: (text, notes) => readDraftAnswer(text, template, notes),
  };
}

/** The JSON schema of an answer for this template: `{ fields: { <key>: … } }`. */
export function draftJsonSchema(template: TemplateSnapshot): Record<string, unknown> {
  const fields = Object.fromEntries(template.fields.map((field) => [field.key, answerField(field)]));
  return answerSchema(z.strictObject({ fields: z.strictObject(fields) }));
}

/** Reads a model's minutes. Their lines cite notes by number, and get the segments of these. */
export function readDraftAnswer(text: string, template: TemplateSnapshot, notes: readonly Note[]): Read<SummaryDraft> {
  const json = jsonOf(text);
  if (!json.ok) return json;
  const { draft } = parseDraft(withSegments(json.value, notes, 0), template);
  const keys = template.fields.map(({ key }) => JSON.stringify(key)).join(", ");
  if (draft.fields.length === 0) return { ok: false, problem: `it has none of the fields ${keys} under "fields"` };
  return { ok: true, value: draft };
}

const NESTING_MAX = 8;
const cited = z.looseObject({ notes: z.array(z.unknown()) });

/** Replaces `notes: [2, 3]` by `segmentIds` in every object. Numbers of no note are left out. */
function withSegments(value: unknown, notes: readonly Note[], depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > NESTING_MAX) return value;
  if (Array.isArray(value)) return value.map((each) => withSegments(each, notes, depth + 1));
  const members = Object.entries(value).map(([key, each]) => [key, withSegments(each, notes, depth + 1)]);
  const { notes: numbers } = cited.safeParse(value).data ?? {};
  if (numbers === undefined) return Object.fromEntries(members);
  const ids = numbers.flatMap((number) => notes[Number(number) - 1]?.segmentIds ?? []);
  return Object.fromEntries([...members.filter(([key]) => key !== "notes"), ["segmentIds", [...new Set(ids)]]]);
}

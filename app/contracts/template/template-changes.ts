import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { LINE_ID_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import {
  COLUMN_CHOICE_CHARS_MAX,
  COLUMN_CHOICES_MAX,
  COLUMN_NAME_CHARS_MAX,
  FIELD_DESCRIPTION_CHARS_MAX,
  FIELD_PROMPT_CHARS_MAX,
  FIELD_TITLE_CHARS_MAX,
  REWRITE_MEETINGS_MAX,
  TABLE_COLUMNS_MAX,
  TEMPLATE_DESCRIPTION_CHARS_MAX,
  TEMPLATE_FIELDS_MAX,
  TEMPLATE_NAME_CHARS_MAX,
} from "#app/domain/limits/templates.ts";
import { COLUMN_KINDS, FIELD_TYPES } from "#app/domain/template/template.ts";

/**
 * Templates and fields as a page sends them. Twice each limit is read, so that a text that is a little too long gets the answer of
 * the rules (template-rules.ts), which name its place, and not that of a malformed body.
 */
const name = (charsMax: number) =>
  z
    .string()
    .max(2 * 2 * charsMax)
    .transform(cleanName);

/** Prompts and descriptions may have line ends; other control characters and lone surrogates come from copying. */
const text = (charsMax: number) =>
  z
    .string()
    .max(2 * 2 * charsMax)
    .transform((written) =>
      written
        .replaceAll(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n]|\p{Cs}/gu, " ")
        .trim(),
    );

const description = (charsMax: number) =>
  text(charsMax)
    .transform((written) => written || null)
    .nullable()
    .default(null);

const column = z.object({
  name: name(COLUMN_NAME_CHARS_MAX),
  kind: z.enum(COLUMN_KINDS),
  choices: z
    .array(name(COLUMN_CHOICE_CHARS_MAX))
    .max(2 * COLUMN_CHOICES_MAX)
    .optional(),
});

const fieldDraft = z.object({
  /** Chosen by the page for a new field, its type for an Acta field; stays when the field is changed. */
  key: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/),
  title: name(FIELD_TITLE_CHARS_MAX).nullable(),
  prompt: text(FIELD_PROMPT_CHARS_MAX),
  /** Null: not chosen yet, which the rules refuse. */
  type: z.enum(FIELD_TYPES).nullable(),
  required: z.boolean().default(false),
  description: description(FIELD_DESCRIPTION_CHARS_MAX),
  columns: z
    .array(column)
    .max(2 * TABLE_COLUMNS_MAX)
    .optional(),
  savedFieldId: z.string().max(64).nullish(),
  savedFieldVersion: z.int().positive().optional(),
});

export const templateDraft = z.object({
  name: name(TEMPLATE_NAME_CHARS_MAX),
  description: description(TEMPLATE_DESCRIPTION_CHARS_MAX),
  fields: z.array(fieldDraft).max(2 * TEMPLATE_FIELDS_MAX),
});

/** The page gives each creation an id, so that a repeated request makes one template. */
const saveId = z.string().regex(/^[0-9a-zA-Z_-]{8,64}$/);

/** POST /api/acta/templates */
export const templateCreation = templateDraft.extend({ saveId });

/** PUT …/:templateId. `basedOn`: the version that was being edited. */
export const templateSave = templateDraft.extend({ basedOn: z.int().positive() });

/** POST …/:templateId/duplicate. `name`: of the copy, in the reader's language ("Copy of …"). */
export const templateDuplication = z.object({ saveId, name: name(TEMPLATE_NAME_CHARS_MAX) });

/** POST …/:templateId/switch. Null is Basic system. */
export const templateSwitch = z.object({ to: z.string().max(64).nullable() });

/** POST …/versions/:version. `basedOn`: the version that the page shows. */
export const templateRestore = z.object({ basedOn: z.int().positive() });

/** POST and PUT of 'My fields'. */
export const savedFieldCreation = z.object({ saveId, field: fieldDraft });
export const savedFieldSave = z.object({ basedOn: z.int().positive(), field: fieldDraft });

/** POST …/fields/:fieldId/apply: these templates, or all that have the field. */
export const savedFieldApplication = z.object({ templateIds: z.array(z.string().max(64)).max(200).nullable() });

/** POST …/import: the parsed file, whatever it holds. */
export const templateImport = z.object({ saveId, file: z.unknown() });

/** POST …/copy: the address's token. */
export const templateCopy = z.object({ saveId, token: z.string().max(64) });

/** POST …/preview. `meetId` null: the sample meeting. */
export const previewRequest = z.object({ template: templateDraft, meetId: z.string().max(64).nullable() });

/** POST /api/acta/rewrite: several meetings; `saveId` makes a repeated request harmless. `language` null: each in its own. */
export const rewriteSeveral = z.object({
  saveId: saveId.max(LINE_ID_CHARS_MAX),
  meetIds: z.array(z.string().max(64)).min(1).max(REWRITE_MEETINGS_MAX),
  templateId: z.string().max(64).nullable(),
  language: z.enum(MEETING_LANGUAGES).nullable().default(null),
  hand: z.enum(["keep", "leave"]),
});

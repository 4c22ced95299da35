import * as z from "zod";
import { LINE_ID_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import {
  COLUMN_CHOICE_CHARS_MAX,
  COLUMN_CHOICES_MAX,
  COLUMN_NAME_CHARS_MAX,
  FIELD_DESCRIPTION_CHARS_MAX,
  FIELD_PROMPT_CHARS_MAX,
  FIELD_TITLE_CHARS_MAX,
  TABLE_COLUMNS_MAX,
  TEMPLATE_DESCRIPTION_CHARS_MAX,
  TEMPLATE_FIELDS_MAX,
  TEMPLATE_NAME_CHARS_MAX,
} from "#app/domain/limits/templates.ts";
import { COLUMN_KINDS, FIELD_TYPES } from "#app/domain/template/template.ts";

/**
 * A template as a file. public/schemas/template-1.json is this schema; a test compares the two. A reader of version 1 refuses files of
 * later versions.
 */
export const TEMPLATE_FILE_FORMAT = "acta-template";
export const TEMPLATE_FILE_VERSION = 1;
/** Under the origin of an Acta. */
export const TEMPLATE_FILE_SCHEMA_PATH = "/schemas/template-1.json";

export const templateFile = z.object({
  $schema: z.string().max(LINE_ID_CHARS_MAX).optional(),
  format: z.literal(TEMPLATE_FILE_FORMAT),
  version: z.literal(TEMPLATE_FILE_VERSION),
  name: z.string().min(1).max(TEMPLATE_NAME_CHARS_MAX),
  description: z.string().max(TEMPLATE_DESCRIPTION_CHARS_MAX).nullable(),
  fields: z
    .array(
      z.object({
        key: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/),
        title: z
          .string()
          .min(1)
          .max(FIELD_TITLE_CHARS_MAX)
          .nullable()
          .describe("Null: an Acta field, whose key is its type, with its own title."),
        type: z.enum(FIELD_TYPES),
        prompt: z.string().min(1).max(FIELD_PROMPT_CHARS_MAX),
        description: z.string().max(FIELD_DESCRIPTION_CHARS_MAX).nullable(),
        required: z.boolean(),
        columns: z
          .array(
            z.object({
              name: z.string().min(1).max(COLUMN_NAME_CHARS_MAX),
              kind: z.enum(COLUMN_KINDS),
              choices: z
                .array(z.string().min(1).max(COLUMN_CHOICE_CHARS_MAX))
                .max(COLUMN_CHOICES_MAX)
                .optional()
                .describe("Of a column of kind choice."),
            }),
          )
          .min(1)
          .max(TABLE_COLUMNS_MAX)
          .optional()
          .describe("Of a customTable."),
      }),
    )
    .min(1)
    .max(TEMPLATE_FIELDS_MAX),
});
export type TemplateFile = z.output<typeof templateFile>;

/** The description that a file gives of itself, before its contents are read. */
export const templateFileHead = z.object({ format: z.literal(TEMPLATE_FILE_FORMAT), version: z.int().positive() });

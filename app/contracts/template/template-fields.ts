import * as z from "zod/mini";
import { COLUMN_KINDS, FIELD_TYPES } from "#app/domain/template/template.ts";

/** A template's fields as a page receives them. Snapshots that were stored earlier lack the optional members. */

const tableColumn = z.object({
  name: z.string(),
  kind: z.enum(COLUMN_KINDS),
  choices: z.optional(z.array(z.string())),
});

export const templateField = z.object({
  key: z.string(),
  title: z.nullable(z.string()),
  prompt: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  description: z.optional(z.nullable(z.string())),
  columns: z.optional(z.array(tableColumn)),
  savedFieldId: z.optional(z.nullable(z.string())),
  savedFieldVersion: z.optional(z.number()),
});

export const templateSnapshot = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  fields: z.array(templateField),
});

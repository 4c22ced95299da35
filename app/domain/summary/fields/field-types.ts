import type { FieldRules, LinesChange } from "#app/domain/summary/fields/field-rules.ts";
import {
  BULLETS_FIELD,
  HASHTAG_FIELD,
  KEYPOINTS_FIELD,
  KEYWORDS_FIELD,
  LIST_FIELD,
  SUMMARY_FIELD,
  TEXT_FIELD,
} from "#app/domain/summary/fields/plain-fields.ts";
import { TABLE_FIELD } from "#app/domain/summary/fields/table-field.ts";
import { TASKS_FIELD } from "#app/domain/summary/fields/tasks-field.ts";
import { TITLE_FIELD } from "#app/domain/summary/fields/title-field.ts";
import type { FieldBodies, FieldContent } from "#app/domain/summary/summary.ts";
import type { FieldType, TemplateField } from "#app/domain/template/template.ts";

/** The rules of every type of field of §3. The same types have schemas, writers and views in registries of their layers. */
export const FIELD_RULES: { [Type in FieldType]: FieldRules<FieldBodies[Type]> } = {
  summary: SUMMARY_FIELD,
  keypoints: KEYPOINTS_FIELD,
  keywords: KEYWORDS_FIELD,
  tasks: TASKS_FIELD,
  bullets: BULLETS_FIELD,
  titleSubtitle: TITLE_FIELD,
  customText: TEXT_FIELD,
  customBullets: LIST_FIELD,
  customHashtag: HASHTAG_FIELD,
  customTable: TABLE_FIELD,
};

export function rulesOf<Type extends FieldType>(type: Type): FieldRules<FieldBodies[Type]> {
  return FIELD_RULES[type];
}

/** Returns a body with the name of its type. */
export function contentOf<Type extends FieldType>(type: Type, body: FieldBodies[Type]): FieldContent<Type> {
  return { type, ...body };
}

/** Returns the content of a field about which nothing was said. */
export function emptyContent<Type extends FieldType>(type: Type, field?: TemplateField): FieldContent<Type> {
  return contentOf(type, rulesOf(type).empty(field));
}

/** Returns the content with its lines changed. */
export function withLines<Type extends FieldType>(
  type: Type,
  content: FieldBodies[Type],
  change: LinesChange<FieldBodies[Type]>,
): FieldContent<Type> {
  return contentOf(type, rulesOf(type).withLines(content, change));
}

import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import type { ExportedBodies, FieldWriter } from "#app/server/exports/fields/field-writer.ts";
import {
  HASHTAG_WRITER,
  KEYWORDS_WRITER,
  LIST_WRITER,
  PROSE_WRITER,
} from "#app/server/exports/fields/plain-writers.ts";
import { TABLE_WRITER } from "#app/server/exports/fields/table-writer.ts";
import { TASKS_WRITER } from "#app/server/exports/fields/tasks-writer.ts";
import { TITLE_WRITER } from "#app/server/exports/fields/title-writer.ts";

/** The writers of every type of field for Markdown, plain text, DOCX, PDF and JSON. */
export const FIELD_WRITERS: { [Type in FieldType]: FieldWriter<FieldBodies[Type], ExportedBodies[Type]> } = {
  summary: PROSE_WRITER,
  keypoints: LIST_WRITER,
  keywords: KEYWORDS_WRITER,
  tasks: TASKS_WRITER,
  bullets: LIST_WRITER,
  titleSubtitle: TITLE_WRITER,
  customText: PROSE_WRITER,
  customBullets: LIST_WRITER,
  customHashtag: HASHTAG_WRITER,
  customTable: TABLE_WRITER,
};

export function writerOf<Type extends FieldType>(type: Type): FieldWriter<FieldBodies[Type], ExportedBodies[Type]> {
  return FIELD_WRITERS[type];
}

import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { type ExportedBodies, type FieldWriter, quotedOf } from "#app/server/exports/fields/field-writer.ts";
import {
  HASHTAG_WRITER,
  KEYWORDS_WRITER,
  LIST_WRITER,
  PROSE_WRITER,
} from "#app/server/exports/fields/plain-writers.ts";
import { TASKS_WRITER } from "#app/server/exports/fields/tasks-writer.ts";

/** A table with its own columns; lines between tabs in plain text. */
const TABLE_WRITER: FieldWriter<FieldBodies["customTable"], ExportedBodies["customTable"]> = {
  markdown: ({ columns, rows }, { table }) => table([...columns, ""], rows),
  plainText: ({ columns, rows }) => [columns.join("\t"), ...rows.map(({ cells }) => cells.join("\t"))],
  docx: ({ columns, rows }, { run, marks, table }) =>
    table(
      columns,
      rows.map((row) => columns.map((_, index) => run(row.cells[index] ?? "") + (index === 0 ? marks(row) : ""))),
    ),
  pdf: ({ columns, rows }, { table }) =>
    table(
      columns,
      rows.map((row) => ({
        cells: columns.map((_, index) => [{ text: row.cells[index] ?? "", look: "said" }]),
        line: row,
      })),
    ),
  json: ({ columns, rows }, { marks }) => ({
    columns,
    rows: rows.map((row) => ({ cells: row.cells, ...marks(row) })),
  }),
};

/** Titles as a list, each with its subtitle on a line below. */
const TITLE_WRITER: FieldWriter<FieldBodies["titleSubtitle"], ExportedBodies["titleSubtitle"]> = {
  markdown: ({ items }, { minutes, escape, marks }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `\n  ${escape(item.subtitle)}`;
        return `- **${escape(minutes.words(item))}**${marks(item)}${under}`;
      })
      .join("\n"),
  plainText: ({ items }, { minutes, at }) =>
    items.map((item) => `- ${minutes.words(item)}${at(item)}${item.subtitle === null ? "" : `\n  ${item.subtitle}`}`),
  docx: ({ items }, { minutes, paragraph, run, marks, lineBreak }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `${lineBreak}${run(item.subtitle)}`;
        return paragraph("ListBullet", run(minutes.words(item), "Strong") + marks(item) + under);
      })
      .join(""),
  pdf: ({ items }, { minutes, list }) =>
    list(items.map((item) => ({ ...item, text: minutes.words(item), strong: true }))),
  json: ({ items }, { marks }) => ({
    items: items.map((item) => ({ text: item.text, ...quotedOf(item), ...marks(item), subtitle: item.subtitle })),
  }),
};

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

import type { FieldBodies, TableRow } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { type ExportedBodies, type FieldWriter, quotedOf } from "#app/server/exports/fields/field-writer.ts";
import {
  HASHTAG_WRITER,
  KEYWORDS_WRITER,
  LIST_WRITER,
  PROSE_WRITER,
} from "#app/server/exports/fields/plain-writers.ts";
import { TASKS_WRITER } from "#app/server/exports/fields/tasks-writer.ts";

/** A table with its own columns; lines between tabs in plain text. An empty cell says that it was not said. */
const TABLE_WRITER: FieldWriter<FieldBodies["customTable"], ExportedBodies["customTable"]> = {
  markdown: ({ columns, rows }, { minutes, table }) =>
    table(
      [...columns, ""],
      rows.map((row) => ({ ...row, cells: cellsOf(columns, row).map((cell) => cell ?? minutes.texts.notSaid) })),
    ),
  plainText: ({ columns, rows }, { minutes, at }) => [
    columns.join("\t"),
    ...rows.map((row) => {
      const cells = cellsOf(columns, row).map((cell) => cell ?? minutes.texts.notSaid);
      // A table without moments: only doubts are said.
      return cells.join("\t") + (row.unconfirmed ? at(row) : "");
    }),
  ],
  docx: ({ columns, rows }, { minutes, run, marks, table }) =>
    table(
      columns,
      rows.map((row) =>
        cellsOf(columns, row).map(
          (cell, index) =>
            (cell === null ? run(minutes.texts.notSaid, "Emphasis") : run(cell)) + (index === 0 ? marks(row) : ""),
        ),
      ),
    ),
  pdf: ({ columns, rows }, { minutes, table }) =>
    table(
      columns,
      rows.map((row) => ({
        cells: cellsOf(columns, row).map((cell) => [
          cell === null ? { text: minutes.texts.notSaid, look: "unsaid" } : { text: cell, look: "said" },
        ]),
        line: row,
      })),
    ),
  json: ({ columns, rows }, { marks }) => ({
    columns,
    rows: rows.map((row) => ({ cells: row.cells, ...marks(row) })),
  }),
};

/** The cells of a row, one for each column; null where nothing was said. */
function cellsOf(columns: readonly string[], { cells }: TableRow): (string | null)[] {
  return columns.map((_, index) => cells[index]?.trim() || null);
}

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

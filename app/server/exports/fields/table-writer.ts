import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { ExportedBodies, FieldWriter } from "#app/server/exports/fields/field-writer.ts";

/** A table with its own columns; lines between tabs in plain text. */
export const TABLE_WRITER: FieldWriter<FieldBodies["customTable"], ExportedBodies["customTable"]> = {
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

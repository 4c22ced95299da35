import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanLine } from "#app/domain/summary/edits/clean-line.ts";
import { type FieldRules, marksOf, NO_WORDING, PROMPTED_MAX } from "#app/domain/summary/fields/field-rules.ts";
import type { TableRow } from "#app/domain/summary/summary.ts";

/** A table with its own columns. Its lines are rows: they have cells and no text. */
export const TABLE_FIELD: FieldRules<{ columns: string[]; rows: TableRow[] }> = {
  prompt: {
    shape: `{"columns": ["…"], "rows": [{"cells": ["…"], "segmentIds": ["…"]}]}`,
    advice:
      "name the columns, then one row for each thing, with one cell for each column; a cell about which nothing was said is an empty string",
  },
  boxes: "table",
  lineCharsMax: SUMMARY_ITEM_CHARS_MAX,
  takesLines: false,
  empty: () => ({ columns: [], rows: [] }),
  ground: (table, checks) => checks.table(table),
  *quote(quotations, title) {
    const items = yield* quotations.prompted(PROMPTED_MAX);
    return {
      columns: title === null ? [] : [title],
      rows: items.map(({ text, segmentIds }) => ({ cells: [text], segmentIds })),
    };
  },
  // Tables with a different number of columns cannot be joined.
  withLines: ({ columns, rows }, change) => ({
    columns,
    rows: change(rows, (other) => (other.columns.length === columns.length ? other.rows : [])),
  }),
  toLines: ({ rows }) =>
    rows.map(({ cells, segmentIds, id, byHand }) => ({ ...NO_WORDING, cells, segmentIds, id, byHand })),
  fromLines: (lines, columns, marks) => ({
    columns,
    rows: lines.map((line) => ({ cells: line.cells, ...marksOf(line, marks) })),
  }),
  clean: (asked, columns) => ({
    ...NO_WORDING,
    cells: columns.map((_, index) => cleanLine(asked.cells[index] ?? "", SUMMARY_ITEM_CHARS_MAX)),
  }),
};

import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanLine } from "#app/domain/summary/edits/clean-line.ts";
import { type FieldRules, marksOf, NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import type { TableBody } from "#app/domain/summary/summary.ts";
import type { TableColumn } from "#app/domain/template/template.ts";

const UNNAMED = {
  shape: `{"columns": ["…"], "rows": [{"cells": ["…"], "notes": [1]}]}`,
  advice:
    "name the columns, then one row for each thing, with one cell for each column; a cell about which nothing was said is an empty string",
};

const KIND_ADVICE: Record<TableColumn["kind"], string> = {
  text: "a few words that were said",
  number: "a number as it was said, with its unit",
  date: "a day or a time as it was said",
  person: "a name that was said",
  choice: "one of its choices, only where it was said",
};

/** The cells are members of an object, so that a model says which column it fills. Names of columns are a person's words. */
function named(columns: readonly TableColumn[]) {
  const cells = columns.map((_, index) => `"${cellKey(index)}": null`).join(", ");
  const kinds = columns.map(({ kind }, index) => `${cellKey(index)}: ${KIND_ADVICE[kind]}`).join("; ");
  return {
    shape: `{"rows": [{"cells": {${cells}}, "notes": [1]}]}`,
    advice: `one row for each thing, everything in a row said about it in the lines that it names; a cell about which nothing was said is null; ${kinds}`,
  };
}

/** Returns the name of a column's cell in a model's answer. */
export function cellKey(index: number): string {
  return `c${index + 1}`;
}

/** A table with its own columns. Its lines are rows: they have cells and no text. */
export const TABLE_FIELD: FieldRules<TableBody> = {
  prompt: ({ columns }) => (columns === undefined || columns.length === 0 ? UNNAMED : named(columns)),
  boxes: "table",
  lineCharsMax: SUMMARY_ITEM_CHARS_MAX,
  takesLines: false,
  // A person may fill in a table about which an engine wrote nothing.
  empty: (field) => ({ columns: (field?.columns ?? []).map(({ name }) => name), rows: [] }),
  check: (table, checks, { columns }) => checks.table(table, columns),
  // Tables with a different number of columns cannot be joined.
  withLines: ({ columns, rows }, change) => ({
    columns,
    rows: change(rows, (other) => (other.columns.length === columns.length ? other.rows : [])),
  }),
  toLines: ({ rows }) =>
    rows.map(({ cells, segmentIds, id, manual, unconfirmed }) => ({
      ...NO_WORDING,
      cells,
      segmentIds,
      id,
      manual,
      unconfirmed,
    })),
  fromLines: (lines, columns, marks) => ({
    columns,
    rows: lines.map((line) => ({ cells: line.cells, ...marksOf(line, marks) })),
  }),
  clean: (asked, columns) => ({
    ...NO_WORDING,
    cells: columns.map((_, index) => cleanLine(asked.cells[index] ?? "", SUMMARY_ITEM_CHARS_MAX)),
  }),
};

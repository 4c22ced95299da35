import type { Line, LineMarks, Wording } from "#app/domain/summary/edits/line.ts";
import type { Quoted } from "#app/domain/summary/highlights.ts";
import type { FieldLine, SummaryItem, TableBody, TaskItem } from "#app/domain/summary/summary.ts";
import type { TableColumn, TemplateField } from "#app/domain/template/template.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/**
 * The rules of one type of field. A rule receives the checks that it needs, so that the pages, which only edit fields, do
 * not load the code that checks.
 */
export type FieldRules<Body> = {
  /** Returns the shape of the field in a model's JSON answer, and the advice on what to write. Both are part of the prompt. */
  prompt(field: TemplateField): { shape: string; advice: string };
  /** The boxes in which a person edits the field. */
  boxes: EditBoxes;
  /** Maximum length of a line's text in characters. */
  lineCharsMax: number;
  /** Whether lines of a field that another template does not have can be kept here. */
  takesLines: boolean;
  /** Returns the content of a field about which nothing was said. */
  empty(field?: TemplateField): Body;
  /** Returns a draft with its lines checked: marked, and without values that nobody said. */
  check(draft: Body, checks: LineChecks, field: TemplateField): Turns<Body>;
  /** Returns the body with its lines changed. */
  withLines(body: Body, change: LinesChange<Body>): Body;
  /** Returns the field's lines for editing. */
  toLines(body: Body): ContentLine[];
  /** Returns the field for readers, made of edited lines. */
  fromLines(lines: readonly Line[], columns: string[], marks: LineMarks): Body;
  /** Returns the parts of a person's words that this type has, cleaned. */
  clean(asked: Wording, columns: readonly string[]): Wording;
};

/** Running text, words between commas, lines, lines with a subtitle, a table of tasks, a table with its own columns. */
export type EditBoxes = "prose" | "terms" | "lines" | "titles" | "tasks" | "table";

/** Changes lines of any type. `of` returns the lines of another body of the same type that can stand among them. */
export type LinesChange<Body> = <Line extends FieldLine>(lines: Line[], of: (other: Body) => Line[]) => Line[];

/** Checks of lines against the transcript (check/check-summary.ts). A check returns null for a blank line. */
export interface LineChecks {
  /** Returns the checked items without repetitions, in turns. */
  each<From, To extends SummaryItem>(items: readonly From[], check: (item: From) => To | null): Turns<To[]>;
  /** `more`: a second text of the item. */
  item: (item: SummaryItem, more?: string | null) => SummaryItem | null;
  term: (item: SummaryItem) => SummaryItem | null;
  task: (item: TaskItem) => TaskItem | null;
  /** `columns`: those of the template, whose kinds the cells are checked by. */
  table(table: TableBody, columns: readonly TableColumn[] | undefined): Turns<TableBody>;
}

/** A line before it has an id of its own. */
export type ContentLine = Wording & {
  segmentIds: SegmentId[];
  quoted?: Quoted | undefined;
  id?: string | undefined;
  manual?: true | undefined;
  unconfirmed?: true | undefined;
};

export const NO_WORDING: Wording = {
  text: "",
  description: null,
  assigned: null,
  deadline: null,
  subtitle: null,
  cells: [],
};

/** The parts that every line shows to its readers. */
export function marksOf(line: Line, marks: LineMarks) {
  return {
    segmentIds: line.segmentIds,
    id: line.id,
    ...(line.quoted ? { quoted: line.quoted } : {}),
    ...(line.manual ? { manual: true as const } : {}),
    ...(line.unconfirmed ? { unconfirmed: true as const } : {}),
    ...(marks.outdated(line) ? { outdated: true as const } : {}),
  };
}

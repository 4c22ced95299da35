import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  SUMMARY_ITEM_CHARS_MAX,
  SUMMARY_ITEM_SEGMENTS_MAX,
  SUMMARY_ITEMS_MAX,
  SUMMARY_LABEL_CHARS_MAX,
  SUMMARY_TABLE_COLUMNS_MAX,
  SUMMARY_TERM_CHARS_MAX,
} from "#app/domain/limits/minutes.ts";
import { type Checker, checkText } from "#app/domain/summary/check/check-text.ts";
import { checkTerm } from "#app/domain/summary/check/check-term.ts";
import { factReader } from "#app/domain/summary/check/heard-in.ts";
import { checkNamedRow } from "#app/domain/summary/check/table-row.ts";
import { readTalk, type Talk } from "#app/domain/summary/check/talk-index.ts";
import { isDeadlineHeard, isOwnerHeard } from "#app/domain/summary/check/task-facts.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import type { LineChecks } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, emptyContent, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { collectNames } from "#app/domain/summary/names.ts";
import type {
  EditMarks,
  FieldContent,
  SummaryField,
  SummaryItem,
  TableBody,
  TableRow,
  TaskItem,
} from "#app/domain/summary/summary.ts";
import type { TableColumn, TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

/** Cost of a line in turns (turns.ts): it is looked for in the whole meeting. */
const LINE_UNITS = 16_384;

type Draft = {
  draft: SummaryDraft;
  segments: readonly Segment[];
  template: TemplateSnapshot;
  /** The language of the talk. */
  language: MeetingLanguage;
  /** The language of the draft, when it differs. */
  written?: MeetingLanguage;
};

/** The checked fields, and the transcript as the check read it. */
export type CheckedSummary = { fields: SummaryField[]; talk: Talk };

/**
 * Checks a draft by code and returns all fields of the template in its order. Nothing of what an engine wrote is deleted except
 * repetitions: a line whose facts were not said is marked, and an owner, a deadline or another value of a table that nobody said becomes
 * empty. Citations are hints; each line gets the moments that its words find (find-places.ts).
 */
export function checkSummary(input: Draft): CheckedSummary {
  return runAtOnce(checkInTurns(input));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* checkInTurns({
  draft,
  segments,
  template,
  language,
  written = language,
}: Draft): Turns<CheckedSummary> {
  const talk = yield* readTalk(segments, language, written);
  yield* collectNames(talk);
  const checks = checksOf({ talk, factsAt: factReader(talk) });
  const fields: SummaryField[] = [];
  for (const field of template.fields) {
    const drafted = draft.fields.find((candidate) => candidate.key === field.key)?.content;
    const content: FieldContent =
      drafted?.type === field.type
        ? contentOf(field.type, yield* rulesOf(field.type).check(drafted, checks, field))
        : emptyContent(field.type, field);
    fields.push({ key: field.key, title: field.title, content });
  }
  return { fields, talk };
}

function checksOf(checker: Checker): LineChecks {
  return {
    each: checkEach,
    item: (item, more = null) => checkItem(checker, item, more),
    term: (item) => termOf(checker, item),
    task: (item) => checkTask(checker, item),
    table: (table, columns) => checkTable(checker, table, columns ?? []),
  };
}

/** Returns the checked items, without blank ones and repetitions of earlier items. */
function* checkEach<From, To extends SummaryItem>(
  items: readonly From[],
  check: (item: From) => To | null,
): Turns<To[]> {
  const kept: To[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (kept.length === SUMMARY_ITEMS_MAX) break;
    yield LINE_UNITS;
    const checked = check(item);
    const key = checked === null ? "" : foldedWords(checked.text).join(" ");
    if (checked === null || key === "" || seen.has(key)) continue;
    seen.add(key);
    kept.push(checked);
  }
  return kept;
}

function markOf(isConfirmed: boolean): Pick<EditMarks, "unconfirmed"> {
  return isConfirmed ? {} : { unconfirmed: true };
}

function limited(ids: readonly SegmentId[]): SegmentId[] {
  return ids.slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
}

/** `more`: a second text of the item, which is confirmed only together with the first. */
function checkItem(checker: Checker, item: SummaryItem, more: string | null): SummaryItem | null {
  const text = cleanText(item.text, SUMMARY_ITEM_CHARS_MAX);
  if (text === "") return null;
  const { isConfirmed, segmentIds } = checkText(checker, text, item.segmentIds);
  const isMoreConfirmed = more === null || checkText(checker, more, segmentIds).isConfirmed;
  return { text, segmentIds: limited(segmentIds), ...markOf(isConfirmed && isMoreConfirmed) };
}

function termOf(checker: Checker, item: SummaryItem): SummaryItem | null {
  const text = cleanText(item.text, SUMMARY_TERM_CHARS_MAX).replace(/^#+\s*/u, "");
  if (text === "") return null;
  const { isConfirmed, segmentIds } = checkTerm(checker, text, item.segmentIds);
  return { text, segmentIds: limited(segmentIds), ...markOf(isConfirmed) };
}

function checkTask(checker: Checker, item: TaskItem): TaskItem | null {
  const text = cleanText(item.text, SUMMARY_ITEM_CHARS_MAX);
  if (text === "") return null;
  const { isConfirmed, segmentIds, places } = checkText(checker, text, item.segmentIds);
  const description = secondText(item.description, text);
  const assigned = label(item.assigned);
  const deadline = label(item.deadline);
  return {
    text,
    segmentIds: limited(segmentIds),
    ...markOf(isConfirmed && (description === null || checkText(checker, description, segmentIds).isConfirmed)),
    description,
    assigned: assigned !== null && isOwnerHeard(checker, assigned, places) ? assigned : null,
    deadline: deadline !== null && isDeadlineHeard(checker, deadline, places) ? deadline : null,
  };
}

function label(text: string | null): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_LABEL_CHARS_MAX);
  return clean === "" ? null : clean;
}

/** Returns a second text of an item when it says something else than the first, else null. */
export function secondText(text: string | null, first: string): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_ITEM_CHARS_MAX);
  return clean === "" || foldedWords(clean).join(" ") === foldedWords(first).join(" ") ? null : clean;
}

function* checkTable(checker: Checker, table: TableBody, columns: readonly TableColumn[]): Turns<TableBody> {
  const names = (columns.length > 0 ? columns.map(({ name }) => name) : table.columns)
    .slice(0, SUMMARY_TABLE_COLUMNS_MAX)
    .map((name) => cleanText(name, SUMMARY_LABEL_CHARS_MAX));
  const rows: TableRow[] = [];
  const seen = new Set<string>();
  for (const row of table.rows) {
    if (rows.length === SUMMARY_ITEMS_MAX) break;
    yield LINE_UNITS;
    const cells = names.map((_, index) => cleanText(row.cells[index] ?? "", SUMMARY_ITEM_CHARS_MAX));
    const checked = checkNamedRow(checker, { cells, segmentIds: row.segmentIds }, columns);
    const key = checked.cells.map((cell) => foldedWords(cell).join(" ")).join("|");
    if (!/[^|]/u.test(key) || seen.has(key)) continue;
    seen.add(key);
    const { isConfirmed, segmentIds } = checked;
    rows.push({ cells: checked.cells, segmentIds: limited(segmentIds), ...markOf(isConfirmed) });
  }
  return { columns: names, rows };
}

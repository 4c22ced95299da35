import type { MeetingLanguage } from "#app/domain/languages.ts";
import {
  SUMMARY_ITEMS_MAX,
  SUMMARY_ITEM_CHARS_MAX,
  SUMMARY_ITEM_SEGMENTS_MAX,
  SUMMARY_LABEL_CHARS_MAX,
  SUMMARY_TABLE_COLUMNS_MAX,
  SUMMARY_TERM_CHARS_MAX,
} from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { type Evidence, evidenceOf, isTranslated, knownIds } from "#app/domain/summary/evidence.ts";
import type { LineChecks } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, emptyContent, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { carriersOf, type Expected } from "#app/domain/summary/grounding/carried.ts";
import { groundNamedTable } from "#app/domain/summary/grounding/table-cells.ts";
import { withoutInstructions } from "#app/domain/summary/grounding/instructions.ts";
import type { Passage } from "#app/domain/summary/grounding/passages.ts";
import { citedPassages, isDeadlineOf, isOwnerCited, isOwnerSaid } from "#app/domain/summary/grounding/task-claims.ts";
import { wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { collectNames } from "#app/domain/summary/names.ts";
import { isSentenceSaid } from "#app/domain/summary/said-sentence.ts";
import {
  type FieldContent,
  linesOf,
  type SummaryField,
  type SummaryItem,
  type TableBody,
  type TableRow,
  type TaskItem,
} from "#app/domain/summary/summary.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { reportingStems } from "#app/domain/summary/words/reporting.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** Cost of an item: it is compared with the segments that it cites and their neighbours, several times. */
const ITEM_UNITS = 8192;

/** The transcript, and the number of sentences left out of kept items so far. */
type Grounding = Evidence & { leftOut: { sentences: number }; isManual: boolean; isQuoted: boolean };

export type GroundedSummary = { fields: SummaryField[]; droppedItems: number };

/**
 * Returns the part of a draft that the transcript supports: all fields of the template in its order, empty when nothing is left.
 * Items are dropped and counted when their segments do not exist, share no content with them, or do not contain their numbers.
 * Owner, deadline and description become null when they were not said. An item of several sentences loses those that were not
 * said in the segments that it cites, and each lost sentence is counted too.
 */
export function groundSummary(input: Draft): GroundedSummary {
  return runAtOnce(groundInTurns(input));
}

type Draft = {
  draft: SummaryDraft;
  segments: readonly Segment[];
  template: TemplateSnapshot;
  /** The language of the talk. */
  language: MeetingLanguage;
  /** The language of the draft when it differs: then only its numbers can be checked, not its words. */
  written?: MeetingLanguage;
  /**
   * A person wrote the line and may word it freely: its moment stays while most of its words and all its numbers and names were said
   * there. Lines of an engine are checked word by word.
   */
  isManual?: boolean;
  /** The draft quotes (extractive engine): its lines keep their speakers, exact words and parts. A model's lines never have any. */
  isQuoted?: boolean;
};

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* groundInTurns(input: Draft): Turns<GroundedSummary> {
  const leftOut = { sentences: 0 };
  const evidence = {
    ...evidenceOf(input.segments, input.language, input.written),
    leftOut,
    isManual: input.isManual ?? false,
    isQuoted: input.isQuoted ?? false,
  };
  if (!isTranslated(evidence)) yield* collectNames(evidence);
  const checks = checksOf(evidence);
  let droppedItems = 0;
  const fields: SummaryField[] = [];
  for (const field of input.template.fields) {
    const drafted = input.draft.fields.find((candidate) => candidate.key === field.key)?.content;
    const content: FieldContent =
      drafted?.type === field.type
        ? contentOf(field.type, yield* rulesOf(field.type).ground(drafted, checks, field))
        : emptyContent(field.type, field);
    if (drafted) droppedItems += linesOf(drafted).length - linesOf(content).length;
    fields.push({ key: field.key, title: field.title, content });
  }
  return { fields, droppedItems: droppedItems + leftOut.sentences };
}

function checksOf(evidence: Grounding): LineChecks {
  return {
    each: keep,
    item: (item) => groundLine(evidence, item),
    term: (item) => groundTerm(evidence, item),
    task: (item) => groundTask(evidence, item),
    secondText: (text, item) => supportedOrNull(evidence, text, item),
    table: (table, columns) =>
      // A person words a cell freely: it is checked as part of its row.
      columns === undefined || columns.length === 0 || evidence.isManual
        ? groundTable(evidence, table)
        : groundNamedTable(evidence, table, columns),
  };
}

/** Returns the grounded items, without repetitions of earlier items. */
function* keep<From, To extends SummaryItem>(items: readonly From[], ground: (item: From) => To | null): Turns<To[]> {
  const kept: To[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (kept.length === SUMMARY_ITEMS_MAX) break;
    yield ITEM_UNITS;
    const grounded = ground(item);
    const key = grounded === null ? "" : foldedWords(grounded.text).join(" ");
    if (grounded === null || seen.has(key)) continue;
    seen.add(key);
    kept.push(grounded);
  }
  return kept;
}

function groundItem(
  evidence: Grounding,
  item: SummaryItem,
  charsMax = SUMMARY_ITEM_CHARS_MAX,
  expected: Expected = {},
): (SummaryItem & { carriers: Passage[] }) | null {
  const segmentIds = knownIds(evidence, item.segmentIds).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  const clean = cleanText(item.text, charsMax);
  if (segmentIds.length === 0 || clean === "") return null;
  const { text, carriers } = saidSentences(evidence, clean, segmentIds, expected);
  return text === "" ? null : { text, segmentIds, carriers };
}

function groundLine(evidence: Grounding, item: SummaryItem): SummaryItem | null {
  const grounded = groundItem(evidence, item);
  return grounded && { text: grounded.text, segmentIds: grounded.segmentIds, ...quotedAs(evidence, item, grounded) };
}

/** A quotation that lost a sentence is shortened: its exact words are those of before. */
function quotedAs(
  { isQuoted }: Grounding,
  { text, quoted }: SummaryItem,
  kept: SummaryItem,
): Pick<SummaryItem, "quoted"> {
  if (!isQuoted || quoted === undefined) return {};
  const isWhole = foldedWords(text).join(" ") === foldedWords(kept.text).join(" ");
  return { quoted: { ...quoted, exact: quoted.exact ?? (isWhole ? null : text) } };
}

/** Returns the sentences of a text that were said in the segments, joined again, and the places that carry them. */
function saidSentences(
  evidence: Grounding,
  text: string,
  segmentIds: readonly SegmentId[],
  expected: Expected,
): { text: string; carriers: Passage[] } {
  const sentences = expected.isTerm === true ? [text] : itemSentences(text, evidence.written);
  const ordinary = sentences.flatMap(withoutInstructions);
  const claiming = ordinary.filter((sentence) => !isSmallTalk(sentence, evidence.written));
  const carriers = new Map<string, Passage[]>();
  for (const sentence of claiming) {
    const found = saidAt(evidence, sentence, segmentIds, expected);
    if (found !== null) carriers.set(sentence, found);
  }
  if (carriers.size === 0) return { text: "", carriers: [] };
  const kept = ordinary.filter((sentence) => carriers.has(sentence) || !claiming.includes(sentence));
  evidence.leftOut.sentences += Math.max(0, sentences.length - kept.length);
  return { text: kept.join(" "), carriers: [...carriers.values()].flat() };
}

/** Returns the places that carry a sentence, or null. */
function saidAt(
  evidence: Grounding,
  sentence: string,
  segmentIds: readonly SegmentId[],
  expected: Expected,
): Passage[] | null {
  if (!evidence.isManual && !isTranslated(evidence)) return carriersOf(sentence, segmentIds, evidence, expected);
  const isSaid = isSentenceSaid(sentence, segmentIds, evidence, reportingStems(evidence.language));
  return isSaid ? citedPassages(segmentIds, evidence) : null;
}

/** "Yes." and "They do." claim nothing by themselves; "They don't." does. */
function isSmallTalk(sentence: string, language: MeetingLanguage): boolean {
  const { claims, operators } = wordsOf(sentence, language);
  return claims.length === 0 && operators.every(({ operator }) => operator !== "not");
}

/** Every word of a term must have been said in one place. A tag that is written as one word is split into its words. */
function groundTerm(evidence: Grounding, item: SummaryItem): SummaryItem | null {
  const text = cleanText(item.text, SUMMARY_TERM_CHARS_MAX).replace(/^#+\s*/u, "");
  for (const reading of new Set([text, spaced(text)])) {
    const one = { text: reading, segmentIds: item.segmentIds };
    const grounded = groundItem(evidence, one, SUMMARY_TERM_CHARS_MAX * 2, { isTerm: true });
    if (grounded === null) continue;
    // The engine that quotes has counted the term: all its places are kept, so that their number is true.
    const segmentIds = evidence.isQuoted ? knownIds(evidence, item.segmentIds) : grounded.segmentIds;
    return { text, segmentIds };
  }
  return null;
}

function spaced(term: string): string {
  return term.replace(/_/gu, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}

function groundTask(evidence: Grounding, item: TaskItem): TaskItem | null {
  const grounded = groundItem(evidence, item, SUMMARY_ITEM_CHARS_MAX, { isTask: true });
  if (grounded === null) return null;
  const { text, segmentIds, carriers } = grounded;
  const assigned = label(item.assigned);
  const deadline = label(item.deadline);
  const isOwner = (name: string) =>
    evidence.isQuoted ? isOwnerCited(name, segmentIds, evidence) : isOwnerSaid(name, text, carriers, evidence);
  return {
    text,
    segmentIds,
    ...quotedAs(evidence, item, grounded),
    description: supportedOrNull(evidence, item.description, grounded, { isTask: true }),
    assigned: assigned !== null && isOwner(assigned) ? assigned : null,
    deadline: deadline !== null && isDeadlineOf(deadline, text, carriers, evidence) ? deadline : null,
  };
}

function label(text: string | null): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_LABEL_CHARS_MAX);
  return clean === "" ? null : clean;
}

/** Returns a second text of an item when it is supported too and differs from the first, else null. */
function supportedOrNull(
  evidence: Grounding,
  text: string | null,
  item: SummaryItem,
  expected: Expected = {},
): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_ITEM_CHARS_MAX);
  if (clean === "" || foldedWords(clean).join(" ") === foldedWords(item.text).join(" ")) return null;
  const said = saidSentences(evidence, clean, item.segmentIds, expected).text;
  return said === "" ? null : said;
}

function* groundTable(evidence: Grounding, table: TableBody): Turns<TableBody> {
  const columns = table.columns
    .slice(0, SUMMARY_TABLE_COLUMNS_MAX)
    .map((column) => cleanText(column, SUMMARY_LABEL_CHARS_MAX));
  const rows: TableRow[] = [];
  for (const row of table.rows.slice(0, SUMMARY_ITEMS_MAX)) {
    yield ITEM_UNITS;
    const cells = columns.map((_, index) => cleanText(row.cells[index] ?? "", SUMMARY_ITEM_CHARS_MAX));
    const segmentIds = knownIds(evidence, row.segmentIds).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
    // Cells are not sentences: a row claims that its cells belong together, so it is checked as a whole.
    const whole = cells.filter((cell) => cell !== "").join(" | ");
    const isSaid = segmentIds.length > 0 && saidAt(evidence, whole, segmentIds, { isTerm: true }) !== null;
    if (isSaid) rows.push({ cells, segmentIds });
  }
  return { columns, rows };
}

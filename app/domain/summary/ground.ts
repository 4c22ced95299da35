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
import { isAssignedSaid, isDeadlineSaid, mayDeadlineBeSaid } from "#app/domain/summary/commitment.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { type Evidence, evidenceOf, isTranslated, knownIds, type Said, saidIn } from "#app/domain/summary/evidence.ts";
import type { LineChecks } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, emptyContent, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { collectNames } from "#app/domain/summary/names.ts";
import { isSentenceSaid, NEIGHBOURS } from "#app/domain/summary/said-sentence.ts";
import {
  type FieldBodies,
  type FieldContent,
  linesOf,
  type SummaryField,
  type SummaryItem,
  type TableRow,
  type TaskItem,
} from "#app/domain/summary/summary.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import { isDenial } from "#app/domain/summary/words/negation.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { reportingStems } from "#app/domain/summary/words/reporting.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** Cost of an item: it is compared with the segments that it cites and their neighbours, several times. */
const ITEM_UNITS = 8192;

/** The transcript, and the number of sentences left out of kept items so far. */
type Grounding = Evidence & { leftOut: { sentences: number } };

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
};

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* groundInTurns(input: Draft): Turns<GroundedSummary> {
  const leftOut = { sentences: 0 };
  const evidence = { ...evidenceOf(input.segments, input.language, input.written), leftOut };
  if (!isTranslated(evidence)) yield* collectNames(evidence);
  const checks = checksOf(evidence);
  let droppedItems = 0;
  const fields: SummaryField[] = [];
  for (const field of input.template.fields) {
    const drafted = input.draft.fields.find((candidate) => candidate.key === field.key)?.content;
    const content: FieldContent =
      drafted?.type === field.type
        ? contentOf(field.type, yield* rulesOf(field.type).ground(drafted, checks))
        : emptyContent(field.type);
    if (drafted) droppedItems += linesOf(drafted).length - linesOf(content).length;
    fields.push({ key: field.key, title: field.title, content });
  }
  return { fields, droppedItems: droppedItems + leftOut.sentences };
}

function checksOf(evidence: Grounding): LineChecks {
  return {
    each: keep,
    item: (item) => groundItem(evidence, item),
    term: (item) => groundTerm(evidence, item),
    task: (item) => groundTask(evidence, item),
    secondText: (text, item) => supportedOrNull(evidence, text, item),
    table: (table) => groundTable(evidence, table),
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

function groundItem(evidence: Grounding, item: SummaryItem, charsMax = SUMMARY_ITEM_CHARS_MAX): SummaryItem | null {
  const segmentIds = knownIds(evidence, item.segmentIds).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  const clean = cleanText(item.text, charsMax);
  if (segmentIds.length === 0 || clean === "") return null;
  const text = saidSentences(evidence, clean, segmentIds);
  return text === "" ? null : { text, segmentIds };
}

/** Returns the sentences of a text that were said in the segments, joined again; each sentence is checked separately. */
function saidSentences(evidence: Grounding, text: string, segmentIds: readonly SegmentId[]): string {
  const free = reportingStems(evidence.language);
  const sentences = itemSentences(text, evidence.written);
  const claiming = sentences.filter((sentence) => !isSmallTalk(sentence, evidence.written));
  const said = new Set(claiming.filter((sentence) => isSentenceSaid(sentence, segmentIds, evidence, free)));
  if (said.size === 0) return "";
  const kept = sentences.filter((sentence) => said.has(sentence) || !claiming.includes(sentence));
  evidence.leftOut.sentences += sentences.length - kept.length;
  return kept.join(" ");
}

/** "Yes." and "They do." claim nothing by themselves; "They don't." does. */
function isSmallTalk(sentence: string, language: MeetingLanguage): boolean {
  return contentStems(sentence, language).length === 0 && !isDenial(sentence, language);
}

/** Every word of a term must have been said. A tag that is written as one word is split into its words. */
function groundTerm(evidence: Grounding, item: SummaryItem): SummaryItem | null {
  const text = cleanText(item.text, SUMMARY_TERM_CHARS_MAX).replace(/^#+\s*/u, "");
  for (const reading of new Set([text, spaced(text)])) {
    const grounded = groundItem(evidence, { text: reading, segmentIds: item.segmentIds }, SUMMARY_TERM_CHARS_MAX * 2);
    if (grounded === null) continue;
    const said = saidIn(evidence, grounded.segmentIds, 0);
    const isSaid = (stem: string) => said.stems.has(stem) || said.speakers.has(stem);
    if (isTranslated(evidence) || contentStems(reading, evidence.language).every(isSaid))
      return { text, segmentIds: grounded.segmentIds };
  }
  return null;
}

function spaced(term: string): string {
  return term.replace(/_/gu, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}

function groundTask(evidence: Grounding, item: TaskItem): TaskItem | null {
  const grounded = groundItem(evidence, item);
  if (grounded === null) return null;
  const said = saidIn(evidence, grounded.segmentIds, NEIGHBOURS);
  const assigned = label(item.assigned);
  const deadline = label(item.deadline);
  return {
    ...grounded,
    description: supportedOrNull(evidence, item.description, grounded),
    assigned: assigned !== null && isAssignedSaid(assigned, said) ? assigned : null,
    deadline: deadline !== null && isDeadline(deadline, said, evidence) ? deadline : null,
  };
}

function isDeadline(deadline: string, said: Said, evidence: Evidence): boolean {
  return isTranslated(evidence)
    ? mayDeadlineBeSaid(deadline, said, evidence.written)
    : isDeadlineSaid(deadline, said, evidence.language);
}

function label(text: string | null): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_LABEL_CHARS_MAX);
  return clean === "" ? null : clean;
}

/** Returns a second text of an item when it is supported too and differs from the first, else null. */
function supportedOrNull(evidence: Grounding, text: string | null, item: SummaryItem): string | null {
  const clean = text === null ? "" : cleanText(text, SUMMARY_ITEM_CHARS_MAX);
  if (clean === "" || foldedWords(clean).join(" ") === foldedWords(item.text).join(" ")) return null;
  const said = saidSentences(evidence, clean, item.segmentIds);
  return said === "" ? null : said;
}

function* groundTable(evidence: Grounding, table: FieldBodies["customTable"]): Turns<FieldBodies["customTable"]> {
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
    const isSaid =
      segmentIds.length > 0 && isSentenceSaid(whole, segmentIds, evidence, reportingStems(evidence.language));
    if (isSaid) rows.push({ cells, segmentIds });
  }
  return { columns, rows };
}

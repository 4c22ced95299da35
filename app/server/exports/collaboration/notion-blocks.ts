import { assertNever } from "#app/domain/invariant.ts";
import { NOTION_BLOCKS_MAX, NOTION_TEXT_CHARS_MAX, NOTION_TEXTS_MAX } from "#app/domain/limits/deliveries.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";
import {
  cutText,
  type OutlineLine,
  type OutlineRun,
  type OutlineSection,
  outlineOf,
} from "#app/server/exports/collaboration/outline.ts";
import type { NotionBlock, NotionTableRow, NotionText } from "#app/server/ports/notion.ts";

/** Minutes as blocks of a Notion page. `note` says that Acta writes these blocks again after corrections. */
export function writeNotionBlocks(minutes: Minutes, { page, note }: { page: string; note: string }): NotionBlock[] {
  const facts = minutes.facts.join(" · ");
  return [
    paragraph(richText([gray(facts)])),
    ...(minutes.quotations === null ? [] : [paragraph(richText([gray(minutes.quotations.intro)]))]),
    ...outlineOf(minutes, page).flatMap(sectionBlocks),
    ...(minutes.colophon === null ? [] : [paragraph(richText([gray(minutes.colophon)]))]),
    paragraph(richText([gray(note)])),
  ];
}

function sectionBlocks(section: OutlineSection): NotionBlock[] {
  const heading: NotionBlock = { type: "heading_2", heading_2: { rich_text: textsOf(section.title) } };
  if (section.kind === "table") return [heading, ...tables(section)];
  return [heading, ...section.lines.flatMap(lineBlocks)];
}

/** One block; where a line has more rich texts than a block may have, it goes on in paragraphs. */
function lineBlocks(line: OutlineLine): NotionBlock[] {
  const [first = [], ...more] = inBlocks(textsOfLine(line));
  return [lineBlock(line, first), ...more.map(paragraph)];
}

function textsOfLine(line: OutlineLine): NotionText[] {
  if (line.kind === "note") return allTexts(line.runs.map(({ text }) => gray(text)));
  return allTexts([
    ...line.runs.flatMap((run, index) => (index === 0 ? [run] : [space, run])),
    ...line.under.map((text) => gray(`\n${text}`)),
  ]);
}

function lineBlock(line: OutlineLine, rich_text: NotionText[]): NotionBlock {
  switch (line.kind) {
    case "paragraph":
    case "note":
      return paragraph(rich_text);
    case "bullet":
      return { type: "bulleted_list_item", bulleted_list_item: { rich_text } };
    case "task":
      return { type: "to_do", to_do: { rich_text, checked: line.isDone } };
    default:
      return assertNever(line);
  }
}

/** A table is sent with its rows, which are blocks of the same request: a long one becomes several. */
function tables({ columns, rows }: { columns: string[]; rows: string[][] }): NotionBlock[] {
  const row = (cells: string[]): NotionTableRow => ({
    type: "table_row",
    table_row: { cells: cells.map((cell) => (cell === "" ? [] : textsOf(cell))) },
  });
  const blocks: NotionBlock[] = [];
  // With its head, itself, and the block around all of them.
  const most = NOTION_BLOCKS_MAX - 3;
  for (let from = 0; from === 0 || from < rows.length; from += most) {
    const children = [row(columns), ...rows.slice(from, from + most).map(row)];
    const table_width = Math.max(columns.length, 1);
    blocks.push({ type: "table", table: { table_width, has_column_header: true, has_row_header: false, children } });
  }
  return blocks;
}

function paragraph(rich_text: NotionText[]): NotionBlock {
  return { type: "paragraph", paragraph: { rich_text } };
}

const space: OutlineRun = { text: " ", url: null, isMark: false };

function gray(text: string): OutlineRun {
  return { text, url: null, isMark: true };
}

/** As many as a block or a property may have. */
function richText(runs: readonly OutlineRun[]): NotionText[] {
  return allTexts(runs).slice(0, NOTION_TEXTS_MAX);
}

function inBlocks(texts: readonly NotionText[]): NotionText[][] {
  const blocks: NotionText[][] = [];
  for (let from = 0; from < texts.length; from += NOTION_TEXTS_MAX) {
    blocks.push(texts.slice(from, from + NOTION_TEXTS_MAX));
  }
  return blocks;
}

/** Runs as rich texts; the words of neighbours of the same look are one text. */
function allTexts(runs: readonly OutlineRun[]): NotionText[] {
  const joined: OutlineRun[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before && before.url === null && run.url === null && before.isMark === run.isMark) {
      joined[joined.length - 1] = { ...before, text: before.text + run.text };
    } else joined.push(run);
  }
  return joined.flatMap(({ text, url, isMark }) =>
    cutText(text, NOTION_TEXT_CHARS_MAX).map(
      (content): NotionText => ({
        type: "text",
        text: { content, link: url === null ? null : { url } },
        ...(isMark ? { annotations: { color: "gray" } } : {}),
      }),
    ),
  );
}

/** Plain words as rich texts. */
export function textsOf(text: string): NotionText[] {
  return richText([{ text, url: null, isMark: false }]);
}

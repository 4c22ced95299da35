import { isQuotation } from "#app/domain/summary/quotation.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { type FieldWriter, type JsonParts, quotedOf } from "#app/server/exports/fields/field-writer.ts";

/** Fields of plain items: running text, lists, terms in a row. */
type Items = { items: SummaryItem[] };
type PlainWriter = FieldWriter<Items, ReturnType<typeof json>>;

function json({ items }: Items, { marks }: JsonParts) {
  return { items: items.map((item) => ({ text: item.text, ...quotedOf(item), ...marks(item) })) };
}

const PROSE: PlainWriter = {
  markdown: ({ items }, { minutes, escape, marks }) =>
    items.map((item) => `${escape(minutes.words(item))}${marks(item)}`).join(" "),
  plainText: ({ items }, { minutes, at }) => [items.map((item) => `${minutes.words(item)}${at(item)}`).join(" ")],
  docx: ({ items }, { minutes, paragraph, run, marks }) =>
    paragraph("Normal", items.map((item) => run(minutes.words(item)) + marks(item)).join(run(" "))),
  pdf: ({ items }, { minutes, runningText }) =>
    runningText(items.map((item) => ({ ...item, text: minutes.words(item) }))),
  json,
};

export const LIST_WRITER: PlainWriter = {
  markdown: ({ items }, { minutes, escape, marks }) =>
    items.map((item) => `- ${escape(minutes.words(item))}${marks(item)}`).join("\n"),
  plainText: ({ items }, { minutes, at }) => items.map((item) => `- ${minutes.words(item)}${at(item)}`),
  docx: ({ items }, { minutes, paragraph, run, marks }) =>
    items.map((item) => paragraph("ListBullet", run(minutes.words(item)) + marks(item))).join(""),
  pdf: ({ items }, { minutes, list }) =>
    list(items.map((item) => ({ ...item, text: minutes.words(item), subtitle: null, strong: false }))),
  json,
};

/** Running text. Quotations are lines of their own: sentences of different people make no paragraph. */
export const PROSE_WRITER: PlainWriter = {
  markdown: (body, parts) => writerFor(body).markdown(body, parts),
  plainText: (body, parts) => writerFor(body).plainText(body, parts),
  docx: (body, parts) => writerFor(body).docx(body, parts),
  pdf: (body, parts) => writerFor(body).pdf(body, parts),
  json,
};

function writerFor({ items }: Items): PlainWriter {
  return items.some(isQuotation) ? LIST_WRITER : PROSE;
}

/** A term is shown without moments, and with its mark. */
function termOf(item: SummaryItem, minutes: Minutes, text = item.text): string {
  const mark = minutes.unconfirmedMark(item);
  return mark === null ? text : `${text} (${mark})`;
}

export const KEYWORDS_WRITER: PlainWriter = {
  markdown: ({ items }, { escape, minutes }) => items.map((item) => escape(termOf(item, minutes))).join(", "),
  plainText: ({ items }, { minutes }) => [items.map((item) => termOf(item, minutes)).join(", ")],
  docx: ({ items }, { paragraph, run, minutes }) =>
    paragraph("Normal", run(items.map((item) => termOf(item, minutes)).join(", "))),
  pdf: ({ items }, { words, minutes }) => words(items.map((item) => termOf(item, minutes))),
  json,
};

export const HASHTAG_WRITER: PlainWriter = {
  ...KEYWORDS_WRITER,
  markdown: ({ items }, { escape, minutes }) =>
    items.map((item) => `\\#${escape(termOf(item, minutes, bare(item.text)))}`).join(" "),
  docx: ({ items }, { paragraph, run, minutes }) =>
    paragraph("Normal", run(items.map((item) => `#${termOf(item, minutes, bare(item.text))}`).join(" "))),
  pdf: ({ items }, { words, minutes }) => words(items.map((item) => `#${termOf(item, minutes, bare(item.text))}`)),
};

function bare(tag: string): string {
  return tag.replace(/^#/u, "");
}

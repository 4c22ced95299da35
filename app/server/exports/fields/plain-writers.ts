import type { SummaryItem } from "#app/domain/summary/summary.ts";
import type { FieldWriter, JsonParts } from "#app/server/exports/fields/field-writer.ts";

/** Fields of plain items: running text, lists, terms in a row. */
type Items = { items: SummaryItem[] };
type PlainWriter = FieldWriter<Items, ReturnType<typeof json>>;

function json({ items }: Items, { marks }: JsonParts) {
  return { items: items.map((item) => ({ text: item.text, ...marks(item) })) };
}

export const PROSE_WRITER: PlainWriter = {
  markdown: ({ items }, { escape, marks }) => items.map((item) => `${escape(item.text)}${marks(item)}`).join(" "),
  plainText: ({ items }, { at }) => [items.map((item) => `${item.text}${at(item)}`).join(" ")],
  docx: ({ items }, { paragraph, run, marks }) =>
    paragraph("Normal", items.map((item) => run(item.text) + marks(item)).join(run(" "))),
  pdf: ({ items }, { runningText }) => runningText(items),
  json,
};

export const LIST_WRITER: PlainWriter = {
  markdown: ({ items }, { escape, marks }) => items.map((item) => `- ${escape(item.text)}${marks(item)}`).join("\n"),
  plainText: ({ items }, { at }) => items.map((item) => `- ${item.text}${at(item)}`),
  docx: ({ items }, { paragraph, run, marks }) =>
    items.map((item) => paragraph("ListBullet", run(item.text) + marks(item))).join(""),
  pdf: ({ items }, { list }) => list(items.map((item) => ({ ...item, subtitle: null, strong: false }))),
  json,
};

export const KEYWORDS_WRITER: PlainWriter = {
  markdown: ({ items }, { escape }) => items.map(({ text }) => escape(text)).join(", "),
  plainText: ({ items }) => [items.map(({ text }) => text).join(", ")],
  docx: ({ items }, { paragraph, run }) => paragraph("Normal", run(items.map(({ text }) => text).join(", "))),
  pdf: ({ items }, { words }) => words(items.map(({ text }) => text)),
  json,
};

export const HASHTAG_WRITER: PlainWriter = {
  ...KEYWORDS_WRITER,
  markdown: ({ items }, { escape }) => items.map(({ text }) => `\\#${escape(bare(text))}`).join(" "),
  docx: ({ items }, { paragraph, run }) =>
    paragraph("Normal", run(items.map(({ text }) => `#${bare(text)}`).join(" "))),
  pdf: ({ items }, { words }) => words(items.map(({ text }) => `#${bare(text)}`)),
};

function bare(tag: string): string {
  return tag.replace(/^#/u, "");
}

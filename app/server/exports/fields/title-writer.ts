import type { FieldBodies } from "#app/domain/summary/summary.ts";
import { type ExportedBodies, type FieldWriter, quotedOf } from "#app/server/exports/fields/field-writer.ts";

/** Titles as a list, each with its subtitle on a line below. */
export const TITLE_WRITER: FieldWriter<FieldBodies["titleSubtitle"], ExportedBodies["titleSubtitle"]> = {
  markdown: ({ items }, { minutes, escape, marks }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `\n  ${escape(item.subtitle)}`;
        return `- **${escape(minutes.words(item))}**${marks(item)}${under}`;
      })
      .join("\n"),
  plainText: ({ items }, { minutes, at }) =>
    items.map((item) => `- ${minutes.words(item)}${at(item)}${item.subtitle === null ? "" : `\n  ${item.subtitle}`}`),
  docx: ({ items }, { minutes, paragraph, run, marks, lineBreak }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `${lineBreak}${run(item.subtitle)}`;
        return paragraph("ListBullet", run(minutes.words(item), "Strong") + marks(item) + under);
      })
      .join(""),
  pdf: ({ items }, { minutes, list }) =>
    list(items.map((item) => ({ ...item, text: minutes.words(item), strong: true }))),
  json: ({ items }, { marks }) => ({
    items: items.map((item) => ({ text: item.text, ...quotedOf(item), ...marks(item), subtitle: item.subtitle })),
  }),
};

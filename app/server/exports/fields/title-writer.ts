import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { ExportedBodies, FieldWriter } from "#app/server/exports/fields/field-writer.ts";

/** Titles as a list, each with its subtitle on a line below. */
export const TITLE_WRITER: FieldWriter<FieldBodies["titleSubtitle"], ExportedBodies["titleSubtitle"]> = {
  markdown: ({ items }, { escape, marks }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `\n  ${escape(item.subtitle)}`;
        return `- **${escape(item.text)}**${marks(item)}${under}`;
      })
      .join("\n"),
  plainText: ({ items }, { at }) =>
    items.map((item) => `- ${item.text}${at(item)}${item.subtitle === null ? "" : `\n  ${item.subtitle}`}`),
  docx: ({ items }, { paragraph, run, marks, lineBreak }) =>
    items
      .map((item) => {
        const under = item.subtitle === null ? "" : `${lineBreak}${run(item.subtitle)}`;
        return paragraph("ListBullet", run(item.text, "Strong") + marks(item) + under);
      })
      .join(""),
  pdf: ({ items }, { list }) => list(items.map((item) => ({ ...item, strong: true }))),
  json: ({ items }, { marks }) => ({
    items: items.map((item) => ({ text: item.text, ...marks(item), subtitle: item.subtitle })),
  }),
};

import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { cleanLine, cleanOptional } from "#app/domain/summary/edits/clean-line.ts";
import { type FieldRules, marksOf, NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import type { TitleItem } from "#app/domain/summary/summary.ts";

/** Titles, each with a sentence under it. */
export const TITLE_FIELD: FieldRules<{ items: TitleItem[] }> = {
  prompt: () => ({
    shape: `{"items": [{"text": "…", "notes": [1], "subtitle": null}]}`,
    advice: "one title of a few words an item, and a sentence as its subtitle or null",
  }),
  boxes: "titles",
  lineCharsMax: SUMMARY_ITEM_CHARS_MAX,
  takesLines: false,
  empty: () => ({ items: [] }),
  *check({ items }, checks) {
    return {
      items: yield* checks.each(items, (item) => {
        const subtitle = item.subtitle === null ? null : cleanText(item.subtitle, SUMMARY_ITEM_CHARS_MAX) || null;
        const checked = checks.item(item, subtitle);
        return checked && { ...checked, subtitle: subtitle === checked.text ? null : subtitle };
      }),
    };
  },
  withLines: ({ items }, change) => ({ items: change(items, (other) => other.items) }),
  toLines: ({ items }) =>
    items.map(({ text, subtitle, segmentIds, id, manual, unconfirmed }) => ({
      ...NO_WORDING,
      text,
      subtitle,
      segmentIds,
      id,
      manual,
      unconfirmed,
    })),
  fromLines: (lines, _columns, marks) => ({
    items: lines.map((line) => ({ text: line.text, subtitle: line.subtitle, ...marksOf(line, marks) })),
  }),
  clean: (asked) => ({
    ...NO_WORDING,
    text: cleanLine(asked.text, SUMMARY_ITEM_CHARS_MAX),
    subtitle: cleanOptional(asked.subtitle, SUMMARY_ITEM_CHARS_MAX),
  }),
};

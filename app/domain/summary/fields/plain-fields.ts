import { SUMMARY_ITEM_CHARS_MAX, SUMMARY_TERM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanLine } from "#app/domain/summary/edits/clean-line.ts";
import { type FieldRules, marksOf, NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";

/** Types of fields with plain items: running text, lists of statements, terms. */
type Items = { items: SummaryItem[] };
type PlainRules = FieldRules<Items>;

const SHAPE = `{"items": [{"text": "…", "notes": [1]}]}`;

const ITEMS: Pick<PlainRules, "empty" | "withLines" | "toLines" | "fromLines"> = {
  empty: () => ({ items: [] }),
  withLines: ({ items }, change) => ({ items: change(items, (other) => other.items) }),
  toLines: ({ items }) =>
    items.map(({ text, segmentIds, quoted, id, manual, unconfirmed }) => ({
      ...NO_WORDING,
      text,
      segmentIds,
      ...(quoted ? { quoted } : {}),
      id,
      manual,
      unconfirmed,
    })),
  fromLines: (lines, _columns, marks) => ({
    items: lines.map((line) => ({ text: line.text, ...marksOf(line, marks) })),
  }),
};

const STATEMENTS: Omit<PlainRules, "prompt" | "boxes"> = {
  ...ITEMS,
  lineCharsMax: SUMMARY_ITEM_CHARS_MAX,
  takesLines: true,
  *check({ items }, checks) {
    return { items: yield* checks.each(items, checks.item) };
  },
  clean: ({ text }) => ({ ...NO_WORDING, text: cleanLine(text, SUMMARY_ITEM_CHARS_MAX) }),
};

const PROSE: PlainRules = {
  ...STATEMENTS,
  prompt: () => ({ shape: SHAPE, advice: "running text, one or two sentences an item, in the order of the meeting" }),
  boxes: "prose",
};

const LIST: PlainRules = {
  ...STATEMENTS,
  prompt: () => ({ shape: SHAPE, advice: "one statement an item" }),
  boxes: "lines",
};

const terms = (advice: string): PlainRules => ({
  ...ITEMS,
  prompt: () => ({ shape: SHAPE, advice }),
  boxes: "terms",
  lineCharsMax: SUMMARY_TERM_CHARS_MAX,
  takesLines: false,
  *check({ items }, checks) {
    return { items: yield* checks.each(items, checks.term) };
  },
  clean: ({ text }) => ({ ...NO_WORDING, text: cleanLine(text, SUMMARY_TERM_CHARS_MAX) }),
});

export const SUMMARY_FIELD = PROSE;
export const KEYPOINTS_FIELD = LIST;
export const BULLETS_FIELD = LIST;
export const TEXT_FIELD = PROSE;
export const LIST_FIELD = LIST;
export const KEYWORDS_FIELD = terms("one name or term an item, at most four words, as it was said");
export const HASHTAG_FIELD = terms("one tag an item, only words that were said, without #");

import { SUMMARY_ITEM_CHARS_MAX, SUMMARY_LABEL_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanLine, cleanOptional } from "#app/domain/summary/edits/clean-line.ts";
import { type FieldRules, marksOf, NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import type { TaskItem } from "#app/domain/summary/summary.ts";

/** Tasks with the owner and the deadline that were said. A person can tick them off. */
export const TASKS_FIELD: FieldRules<{ items: TaskItem[] }> = {
  prompt: () => ({
    shape: `{"items": [{"text": "…", "notes": [1], "description": null, "assigned": null, "deadline": null}]}`,
    advice:
      "one task an item, only where somebody committed to it or was asked and did not refuse; assigned: the name that was said; deadline: the words that were said",
  }),
  boxes: "tasks",
  lineCharsMax: SUMMARY_ITEM_CHARS_MAX,
  takesLines: false,
  empty: () => ({ items: [] }),
  *check({ items }, checks) {
    return { items: yield* checks.each(items, checks.task) };
  },
  withLines: ({ items }, change) => ({ items: change(items, (other) => other.items) }),
  toLines: ({ items }) =>
    items.map(({ text, description, assigned, deadline, segmentIds, quoted, id, manual, unconfirmed }) => ({
      ...NO_WORDING,
      text,
      description,
      assigned,
      deadline,
      segmentIds,
      ...(quoted ? { quoted } : {}),
      id,
      manual,
      unconfirmed,
    })),
  fromLines: (lines, _columns, marks) => ({
    items: lines.map((line) => ({
      text: line.text,
      description: line.description,
      assigned: line.assigned,
      deadline: line.deadline,
      ...marksOf(line, marks),
      ...(marks.isDone(line) ? { done: true as const } : {}),
    })),
  }),
  clean: (asked) => ({
    ...NO_WORDING,
    text: cleanLine(asked.text, SUMMARY_ITEM_CHARS_MAX),
    description: cleanOptional(asked.description, SUMMARY_ITEM_CHARS_MAX),
    assigned: cleanOptional(asked.assigned, SUMMARY_LABEL_CHARS_MAX),
    deadline: cleanOptional(asked.deadline, SUMMARY_LABEL_CHARS_MAX),
  }),
};

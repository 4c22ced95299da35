import type { FieldBodies } from "#app/domain/summary/summary.ts";
import {
  type ExportedBodies,
  type FieldWriter,
  type PdfCell,
  quotedOf,
} from "#app/server/exports/fields/field-writer.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";

/** Tasks with owner and deadline: tables, and lines in plain text. An owner or a deadline that was not said says so. */
export const TASKS_WRITER: FieldWriter<FieldBodies["tasks"], ExportedBodies["tasks"]> = {
  markdown: ({ items }, { minutes, table }) => {
    const { task: words, notSaid } = minutes.texts;
    return table(
      [...headOf(minutes), ""],
      items.map((task) => ({
        ...task,
        cells: [
          `${minutes.words(task)}${task.description === null ? "" : ` (${task.description})`}${task.done ? ` ✓ ${words.done}` : ""}`,
          task.assigned ?? notSaid,
          deadlineOf(task, minutes) ?? notSaid,
        ],
      })),
    );
  },
  plainText: ({ items }, { minutes, at }) => {
    const { task: words, notSaid } = minutes.texts;
    return items.map(
      (task) =>
        `- ${minutes.words(task)}${at(task)}${task.description === null ? "" : `\n  ${task.description}`}` +
        `\n  ${words.assigned}: ${task.assigned ?? notSaid} · ${words.deadline}: ${deadlineOf(task, minutes) ?? notSaid}` +
        (task.done ? ` · ✓ ${words.done}` : ""),
    );
  },
  docx: ({ items }, { minutes, run, marks, lineBreak, table }) => {
    const { task: words, notSaid } = minutes.texts;
    const said = (text: string | null) => (text === null ? run(notSaid, "Emphasis") : run(text));
    return table(
      headOf(minutes),
      items.map((task) => [
        run(minutes.words(task)) +
          marks(task) +
          (task.description === null ? "" : `${lineBreak}${run(task.description)}`) +
          (task.done ? `${lineBreak}${run(`✓ ${words.done}`, "Emphasis")}` : ""),
        said(task.assigned),
        said(deadlineOf(task, minutes)),
      ]),
    );
  },
  pdf: ({ items }, { minutes, table }) => {
    const { task: words, notSaid } = minutes.texts;
    const said = (text: string | null): PdfCell[] => [
      text === null ? { text: notSaid, look: "unsaid" } : { text, look: "said" },
    ];
    return table(
      headOf(minutes),
      items.map((task) => ({
        cells: [
          [
            { text: minutes.words(task), look: "said" },
            ...(task.description === null ? [] : [{ text: task.description, look: "note" as const }]),
            ...(task.done ? [{ text: words.done, look: "note" as const }] : []),
          ],
          said(task.assigned),
          said(deadlineOf(task, minutes)),
        ],
        line: task,
      })),
    );
  },
  json: ({ items }, { marks }) => ({
    items: items.map((task) => ({
      text: task.text,
      ...quotedOf(task),
      ...marks(task),
      description: task.description,
      assigned: task.assigned,
      deadline: task.deadline,
      done: task.done === true,
    })),
  }),
};

function headOf({ texts: { task } }: Minutes): string[] {
  return [task.title, task.assigned, task.deadline];
}

function deadlineOf({ deadline }: { deadline: string | null }, minutes: Minutes): string | null {
  return deadline === null ? null : minutes.deadline(deadline);
}

import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import {
  type EditableField,
  editableFields,
  type Line,
  sameWords,
  type Wording,
} from "#app/domain/summary/edits/line.ts";
import { proseLines } from "#app/domain/summary/edits/prose-lines.ts";

export type SummaryView = NonNullable<MeetingView["summary"]>;

/** Minutes that are being edited: the original and the changes so far. Plain data; the browser stores it as it is. */
export type Draft = {
  /** The version that the edit is based on, and the newest version that the person has seen. */
  madeOn: number;
  seen: number;
  title: { before: string; after: string };
  base: EditableField[];
  fields: EditableField[];
};

export function openDraft(summary: SummaryView, title: string): Draft {
  const version = summary.version ?? 0;
  const fields = fieldsOf(summary);
  return { madeOn: version, seen: version, title: { before: title, after: title }, base: fields, fields };
}

/** All fields of the template, also those without lines: a person can fill them in. */
export function fieldsOf(summary: SummaryView): EditableField[] {
  const known = new Map(editableFields(summary.fields, summary.version ?? 0).map((field) => [field.key, field]));
  return summary.template.fields.map(
    ({ key, title, type }) => known.get(key) ?? { key, title, type, columns: [], lines: [] },
  );
}

export type DraftChange =
  | { type: "title"; text: string }
  | { type: "line"; key: string; id: string; words: Partial<Wording> }
  /** `after`: the id of the line before it; null: at the end of the field. */
  | { type: "add"; key: string; id: string; after: string | null }
  | { type: "remove"; key: string; id: string }
  | { type: "move"; key: string; id: string; by: 1 | -1 }
  /** All terms of a field at once; a term that existed before stays the same line. */
  | { type: "terms"; key: string; terms: readonly string[]; newId: () => string }
  /** Running text as one string; its sentences are matched to the earlier lines (domain/summary/edits/prose-lines.ts). */
  | { type: "prose"; key: string; text: string; language: MeetingLanguage; newId: () => string }
  | { type: "seen"; version: number };

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  if (change.type === "title") return { ...draft, title: { ...draft.title, after: change.text } };
  if (change.type === "seen") return { ...draft, seen: change.version };
  return {
    ...draft,
    fields: draft.fields.map((field) =>
      field.key === change.key ? { ...field, lines: changed(field, change, draft.base) } : field,
    ),
  };
}

type LineChange = Exclude<DraftChange, { type: "title" | "seen" }>;

function changed({ key, lines, columns }: EditableField, change: LineChange, base: readonly EditableField[]): Line[] {
  const before = base.find((field) => field.key === key)?.lines ?? [];
  switch (change.type) {
    case "line":
      return lines.map((line) => (line.id === change.id ? { ...line, ...change.words } : line));
    case "add": {
      const before = lines.findIndex(({ id }) => id === change.after);
      return lines.toSpliced(before === -1 ? lines.length : before + 1, 0, newLine(change.id, columns.length));
    }
    case "remove":
      return lines.filter(({ id }) => id !== change.id);
    case "move": {
      const from = lines.findIndex(({ id }) => id === change.id);
      const line = lines[from];
      const to = from + change.by;
      if (!line || to < 0 || to >= lines.length) return lines;
      return lines.toSpliced(from, 1).toSpliced(to, 0, line);
    }
    case "terms":
      // While a term is typed again, it is another one for a moment.
      return change.terms.map(
        (text) => [...lines, ...before].find((line) => line.text === text) ?? { ...newLine(change.newId(), 0), text },
      );
    case "prose":
      return changedProse(lines, before, change);
    default:
      return assertNever(change);
  }
}

/** Lines that this edit added earlier keep their ids, in their order, while the user types around them. */
function changedProse(
  lines: readonly Line[],
  base: readonly Line[],
  { text, language, newId }: Extract<DraftChange, { type: "prose" }>,
): Line[] {
  const known = new Set(base.map(({ id }) => id));
  const added = lines.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return proseLines({
    text,
    base,
    language,
    newLine: (words) => ({ ...newLine(added.shift() ?? newId(), 0), text: words }),
  });
}

function newLine(id: string, columns: number): Line {
  const cells = Array.from({ length: columns }, () => "");
  const nothing = { text: "", description: null, assigned: null, deadline: null, subtitle: null };
  return { ...nothing, cells, id, segmentIds: [], manual: true, readUpTo: null };
}

/** Counts the lines that were changed, added, removed or moved, and the title. */
export function countChanges({ title, base, fields }: Draft): number {
  const inFields = fields.reduce((count, field) => {
    const before = base.find(({ key }) => key === field.key)?.lines ?? [];
    return count + countLines(before, field.lines.filter(isWritten));
  }, 0);
  return inFields + (cleanName(title.after) === title.before ? 0 : 1);
}

function isWritten({ text, cells }: Line): boolean {
  return text.trim() !== "" || cells.some((cell) => cell.trim() !== "");
}

function countLines(before: readonly Line[], after: readonly Line[]): number {
  const was = new Map(before.map((line) => [line.id, line]));
  const changedOrNew = after.filter((line) => {
    const old = was.get(line.id);
    return !old || !sameWords(old, line);
  }).length;
  const removed = before.length - after.filter(({ id }) => was.has(id)).length;
  const kept = after.filter(({ id }) => was.has(id)).map(({ id }) => id);
  const order = before.filter(({ id }) => kept.includes(id)).map(({ id }) => id);
  return changedOrNew + removed + (kept.some((id, index) => id !== order[index]) ? 1 : 0);
}

/** Whether a field has too many lines. The server refuses such a field, so the error is shown during the edit. */
export function isTooLong({ lines }: { lines: readonly unknown[] }): boolean {
  return lines.length > SUMMARY_ITEMS_MAX;
}

/** The body of the save request (contracts/meeting/meeting-changes.ts), without its id. It has only the changed fields. */
export function draftPayload({ madeOn, seen, title, base, fields }: Draft) {
  return {
    madeOn,
    seen,
    title: ["", title.before].includes(cleanName(title.after)) ? null : title,
    fields: fields
      .filter((field) => {
        const before = base.find(({ key }) => key === field.key);
        return JSON.stringify(before?.lines) !== JSON.stringify(field.lines);
      })
      .map(({ key, lines }) => ({
        key,
        lines: lines.map(({ id, text, description, assigned, deadline, subtitle, cells }) => ({
          id,
          text,
          description: description || null,
          assigned: assigned || null,
          deadline: deadline || null,
          subtitle: subtitle || null,
          cells,
        })),
      })),
  };
}

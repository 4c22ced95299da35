import { type EditableField, isBlank, type Line, sameWords } from "#app/domain/summary/edits/line.ts";
import { isDay } from "#app/domain/time.ts";

/** A line of two versions of the minutes. `changed`: the same line with other words. */
export type ComparedLine =
  | { kind: "same" | "added" | "removed"; line: Line }
  | { kind: "changed"; line: Line; before: Line };

export type ComparedField = { key: string; field: EditableField; lines: ComparedLine[] };

/**
 * Compares two versions line by line, in the order of `after`. Lines are the same by their id, and by their words where an engine wrote
 * the minutes again and gave new ids. A removed line stands after the line that it followed. Fields without any line are left out.
 */
export function compareVersions(before: readonly EditableField[], after: readonly EditableField[]): ComparedField[] {
  const known = new Map(before.map((field) => [field.key, field]));
  const kept = new Set(after.map(({ key }) => key));
  const compared = after.map((field) => ({
    key: field.key,
    field,
    lines: compareLines(known.get(field.key)?.lines ?? [], field.lines),
  }));
  const gone = before.flatMap((field) =>
    kept.has(field.key) ? [] : [{ key: field.key, field, lines: compareLines(field.lines, []) }],
  );
  return [...compared, ...gone].filter(({ lines }) => lines.length > 0);
}

/** Tells whether fields or lines that both versions have stand in another order. Blank lines and fields without lines count for nothing. */
export function isReordered(before: readonly EditableField[], after: readonly EditableField[]): boolean {
  const old = before.filter(isFilled);
  const now = after.filter(isFilled);
  const places = new Map(old.map(({ key }, index) => [key, index]));
  if (!isAscending(now.flatMap(({ key }) => places.get(key) ?? []))) return true;
  return now.some(({ key, lines }) => {
    const was = old[places.get(key) ?? -1];
    const filled = lines.filter((line) => !isBlank(line));
    const partners = pair(was?.lines.filter((line) => !isBlank(line)) ?? [], filled);
    return !isAscending(filled.flatMap((_line, index) => partners.get(index) ?? []));
  });
}

const isFilled = ({ lines }: EditableField) => lines.some((line) => !isBlank(line));
const isAscending = (places: readonly number[]) =>
  places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));

/** Tells whether a comparison found any difference. */
export function isDifferent(fields: readonly ComparedField[]): boolean {
  return fields.some(({ lines }) => lines.some(({ kind }) => kind !== "same"));
}

function compareLines(before: readonly Line[], after: readonly Line[]): ComparedLine[] {
  const old = before.filter((line) => !isBlank(line));
  const now = after.filter((line) => !isBlank(line));
  const partners = pair(old, now);
  const taken = new Set(partners.values());
  const compared: ComparedLine[] = [];
  let read = 0;
  const dropUpTo = (end: number) => {
    for (; read < end; read++) {
      const line = old[read];
      if (line && !taken.has(read)) compared.push({ kind: "removed", line });
    }
  };
  for (const [index, line] of now.entries()) {
    const partner = partners.get(index);
    const was = partner === undefined ? undefined : old[partner];
    if (partner !== undefined) dropUpTo(partner);
    if (!was) compared.push({ kind: "added", line });
    else compared.push(sameWords(was, line) ? { kind: "same", line } : { kind: "changed", line, before: was });
  }
  dropUpTo(old.length);
  return compared;
}

/** Index in `now` to index in `old`. */
function pair(old: readonly Line[], now: readonly Line[]): Map<number, number> {
  const byId = new Map(old.map(({ id }, index) => [id, index]));
  const partners = new Map<number, number>();
  const free = new Set(old.keys());
  const take = (index: number, partner: number | undefined) => {
    if (partner === undefined || !free.delete(partner)) return;
    partners.set(index, partner);
  };
  for (const [index, { id }] of now.entries()) take(index, byId.get(id));
  const byWords = new Map([...free].reverse().map((index) => [wordsOf(old[index]), index]));
  for (const [index, line] of now.entries()) if (!partners.has(index)) take(index, byWords.get(wordsOf(line)));
  return partners;
}

/** The words of a line as one text. `sayDay` writes a deadline that is a day ("2026-11-27") as the page does. */
export function wordsOf(line: Line | undefined, sayDay: (day: string) => string = (day) => day): string {
  if (!line) return "";
  const { text, cells, subtitle, description, assigned, deadline } = line;
  const due = deadline !== null && isDay(deadline) ? sayDay(deadline) : deadline;
  return [text, ...cells, subtitle, description, assigned, due].filter(Boolean).join(" · ");
}

import { type EditableField, type Line, sameWords } from "#app/domain/summary/edits/line.ts";

export type MergedEdits = {
  fields: EditableField[];
  /** Lines that both people changed differently. `mine` is kept; `theirs` stays in the version in which it was saved. */
  both: string[];
};

/**
 * Merges two people's changes of the same minutes, line by line. A line that only one of them changed takes that change. A line
 * that one removed and the other changed stays, changed. When both changed the same line, `mine` is kept and the line is listed
 * in `both`. `theirs` gives the fields and their order; changes in `mine` to a field that `theirs` does not have are in
 * `homeless`.
 */
export function mergeEdits(input: {
  base: readonly EditableField[];
  mine: readonly EditableField[];
  theirs: readonly EditableField[];
}): MergedEdits & { homeless: { field: EditableField; line: Line }[] } {
  const both: string[] = [];
  const fields = input.theirs.map((theirs) => {
    const base = fieldOf(input.base, theirs);
    const mine = fieldOf(input.mine, theirs);
    return mine ? { ...theirs, lines: mergeLines(base?.lines ?? [], mine.lines, theirs.lines, both) } : theirs;
  });
  const homeless = input.mine
    .filter((mine) => !fieldOf(input.theirs, mine))
    .flatMap((field) => {
      const before = new Map(fieldOf(input.base, field)?.lines.map((line) => [line.id, line]));
      const changed = field.lines.filter((line) => !isSame(before.get(line.id), line));
      return changed.map((line) => ({ field, line }));
    });
  return { fields, both, homeless };
}

function fieldOf(fields: readonly EditableField[], { key, type }: EditableField): EditableField | undefined {
  return fields.find((field) => field.key === key && field.type === type);
}

function isSame(a: Line | undefined, b: Line): boolean {
  return a !== undefined && sameWords(a, b);
}

function mergeLines(base: readonly Line[], mine: readonly Line[], theirs: readonly Line[], both: string[]): Line[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((lines) => new Map(lines.map((line) => [line.id, line])));
  const choose = (id: string): Line | null => {
    const [was, my, their] = [inBase?.get(id), inMine?.get(id), inTheirs?.get(id)];
    if (my && their) {
      if (isSame(was, my) || sameWords(my, their)) return their;
      if (!isSame(was, their)) both.push(id);
      return my;
    }
    const left = my ?? their;
    // The other side removed the line: it stays only if this side changed it or added it.
    return left && (was === undefined || !sameWords(was, left)) ? left : null;
  };
  return orderOf(base, mine, theirs).flatMap((id) => choose(id) ?? []);
}

/**
 * Returns one order for both: that of `mine` when it moved a line, else that of `theirs`. A line that only the other has follows
 * the line that it followed there; lines at the other's end come at the end.
 */
function orderOf(base: readonly Line[], mine: readonly Line[], theirs: readonly Line[]): string[] {
  const ids = (lines: readonly Line[]) => lines.map(({ id }) => id);
  const [first, second] = isMoved(ids(base), ids(mine)) ? [ids(mine), ids(theirs)] : [ids(theirs), ids(mine)];
  const order = [...first];
  const known = new Set(first);
  const last = second.findLastIndex((id) => known.has(id));
  let after = -1;
  for (const [index, id] of second.entries()) {
    const at = known.has(id) ? order.indexOf(id) : index > last ? order.length : after + 1;
    if (!known.has(id)) order.splice(at, 0, id);
    after = at;
  }
  return order;
}

/** Tells whether lines that existed before are in a different order. */
function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const kept = new Set(after);
  const was = before.filter((id) => kept.has(id));
  const known = new Set(was);
  const is = after.filter((id) => known.has(id));
  return was.some((id, index) => is[index] !== id);
}

import { type EditableField, type Line, sameWords } from "#app/domain/summary/edits/line.ts";

export type MergedEdits = {
  fields: EditableField[];
  /** Lines that both changed, each in their own way. Mine stands; theirs stays in the version that it was saved in. */
  both: string[];
};

/**
 * Two people's changes of the same minutes, line by line. What only one of them touched is as that one left it; a line
 * that one removed and the other changed stays, changed; where both changed the same line, mine stands and the line is
 * named. Theirs gives the fields and their order; of a field that theirs does not have, what mine changed is in `homeless`.
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
    // Removed on the other side, unless it was changed (or is new) on this one.
    return left && (was === undefined || !sameWords(was, left)) ? left : null;
  };
  return orderOf(base, mine, theirs).flatMap((id) => choose(id) ?? []);
}

/** One order for both: mine where I moved something, else theirs; what only the other has stands after what it stood after, its end at the end. */
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

/** Whether lines that were there before stand in another order among each other. */
function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const kept = new Set(after);
  const was = before.filter((id) => kept.has(id));
  const known = new Set(was);
  const is = after.filter((id) => known.has(id));
  return was.some((id, index) => is[index] !== id);
}

import { type BuilderDraft, comparableField } from "#app/features/templates/builder/builder-draft.ts";
import type { FieldDraft } from "#app/domain/template/template-rules.ts";

/** A part that two people changed in the same template: its name or description, or the field of this key. */
export type BothChanged = { part: "name" | "description" | "order" } | { part: "field"; key: string };

/**
 * Merges two drafts that began with the same template. Each change of one side is taken; where both sides changed the same part
 * differently, `mine` is taken and the part is listed in `both`. A field that one side removed and the other changed stays.
 */
export function mergeTemplates(
  base: BuilderDraft,
  mine: BuilderDraft,
  theirs: BuilderDraft,
): { merged: BuilderDraft; both: BothChanged[] } {
  const both: BothChanged[] = [];
  const text = (part: "name" | "description"): string => {
    if (mine[part] === base[part]) return theirs[part];
    if (theirs[part] !== base[part] && theirs[part] !== mine[part]) both.push({ part });
    return mine[part];
  };
  const name = text("name");
  const description = text("description");
  const fields = new Map<string, FieldDraft>();
  for (const key of new Set([...keysOf(mine), ...keysOf(theirs)])) {
    const { field, isBoth } = mergeField(fieldOf(base, key), fieldOf(mine, key), fieldOf(theirs, key));
    if (field !== null) fields.set(key, field);
    if (isBoth) both.push({ part: "field", key });
  }
  const { order, isBoth } = mergeOrder(keysOf(base), keysOf(mine), keysOf(theirs));
  if (isBoth) both.push({ part: "order" });
  return { merged: { name, description, fields: order.flatMap((key) => fields.get(key) ?? []) }, both };
}

type Side = FieldDraft | null;

function mergeField(base: Side, mine: Side, theirs: Side): { field: Side; isBoth: boolean } {
  if (isSame(mine, base)) return { field: theirs, isBoth: false };
  if (isSame(theirs, base) || isSame(theirs, mine)) return { field: mine, isBoth: false };
  return { field: mine ?? theirs, isBoth: true };
}

/** The order of the side that changed it; fields that the other side added follow the field that they follow there. */
function mergeOrder(base: string[], mine: string[], theirs: string[]): { order: string[]; isBoth: boolean } {
  const common = base.filter((key) => mine.includes(key) && theirs.includes(key));
  const orderIn = (side: string[]) => side.filter((key) => common.includes(key)).join();
  const isMineMoved = orderIn(mine) !== common.join();
  const isTheirsMoved = orderIn(theirs) !== common.join();
  const [leading, other] = isTheirsMoved && !isMineMoved ? [theirs, mine] : [mine, theirs];
  const order = [...leading];
  for (const [index, key] of other.entries()) {
    if (order.includes(key)) continue;
    const before = other.slice(0, index).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return { order, isBoth: isMineMoved && isTheirsMoved && orderIn(mine) !== orderIn(theirs) };
}

function keysOf({ fields }: BuilderDraft): string[] {
  return fields.map(({ key }) => key);
}

function fieldOf({ fields }: BuilderDraft, key: string): Side {
  return fields.find((field) => field.key === key) ?? null;
}

function isSame(one: Side, other: Side): boolean {
  if (one === null || other === null) return one === other;
  return JSON.stringify(comparableField(one)) === JSON.stringify(comparableField(other));
}

/** Multiples of it, without their whole part, are spread evenly however many they are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Returns the items that have room together, in their order. Where not all have, those of the highest rank give way first, and among equals
 * some from everywhere, so that the end of a meeting counts as much as its beginning.
 */
export function fitting<Item>(
  items: readonly Item[],
  limits: { tokensMax: number; tokensOf: (item: Item) => number; rankOf?: (item: Item) => number },
): Item[] {
  const { tokensMax, tokensOf, rankOf = () => 0 } = limits;
  const order = items
    .map((item, index) => ({ item, index, rank: rankOf(item), place: (index * GOLDEN) % 1 }))
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place);
  let room = tokensMax;
  const kept = new Set<number>();
  for (const { item, index } of order) {
    room -= tokensOf(item);
    if (room < 0) break;
    kept.add(index);
  }
  return items.filter((_, index) => kept.has(index));
}

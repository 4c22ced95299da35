import type { Turns } from "#app/domain/turns.ts";
import { dot, meanVector, type UnitVector } from "#app/domain/voices/unit-vector.ts";

/**
 * Groups of pieces that sound alike, by average linkage on the cosine distance: the whole recording at once, because groups that grow piece by
 * piece make nine people of three.
 */

/** Two groups join at this height. `left` and `right` are pieces of the two. */
type Join = { left: number; right: number; height: number };
export type Tree = { count: number; joins: readonly Join[] };

/** Cost of a distance of 192 numbers, in units of Turns. */
const DISTANCE_UNITS = 1;
const LOOKS_A_UNIT = 20;

/**
 * The tree of all joins, lowest first. It follows chains of nearest neighbours (F. Murtagh, "A survey of recent advances in hierarchical clustering
 * algorithms", 1983): time and memory for each pair of pieces.
 */
export function* growTree(vectors: readonly UnitVector[]): Turns<Tree> {
  const count = vectors.length;
  const distances = yield* distancesOf(vectors);
  const at = (one: number, other: number) => distances[one * count + other] ?? Number.POSITIVE_INFINITY;
  const sizes = new Float64Array(count).fill(1);
  const isThere = new Uint8Array(count).fill(1);
  const joins: Join[] = [];
  const chain: number[] = [];
  while (joins.length < count - 1) {
    if (chain.length === 0) chain.push(isThere.indexOf(1));
    const top = chain.at(-1) ?? 0;
    const below = chain.at(-2) ?? -1;
    // A tie goes to the one below, so that the chain ends.
    let nearest = below;
    let least = below === -1 ? Number.POSITIVE_INFINITY : at(top, below);
    for (let other = 0; other < count; other += 1) {
      if (other !== top && isThere[other] === 1 && at(top, other) < least) [nearest, least] = [other, at(top, other)];
    }
    yield count / LOOKS_A_UNIT;
    if (nearest !== below || nearest === -1) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    joins.push({ left: top, right: nearest, height: least });
    const [own, its] = [sizes[top] ?? 1, sizes[nearest] ?? 1];
    isThere[nearest] = 0;
    sizes[top] = own + its;
    for (let other = 0; other < count; other += 1) {
      if (other === top || isThere[other] !== 1) continue;
      const mean = (own * at(top, other) + its * at(nearest, other)) / (own + its);
      distances[top * count + other] = mean;
      distances[other * count + top] = mean;
    }
  }
  return { count, joins: joins.toSorted((one, other) => one.height - other.height) };
}

function* distancesOf(vectors: readonly UnitVector[]): Turns<Float32Array> {
  const count = vectors.length;
  const distances = new Float32Array(count * count);
  for (const [row, one] of vectors.entries()) {
    for (let column = 0; column < row; column += 1) {
      const distance = 1 - dot(one, vectors[column] ?? one);
      distances[row * count + column] = distance;
      distances[column * count + row] = distance;
    }
    yield row * DISTANCE_UNITS;
  }
  return distances;
}

/** For each piece the number of its group, when so many joins are made, lowest first. */
export function cutTree({ count, joins }: Tree, made: number): number[] {
  const parents = Array.from({ length: count }, (_, at) => at);
  const rootOf = (at: number) => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let step = at; step !== root; ) {
      const next = parents[step] ?? root;
      parents[step] = root;
      step = next;
    }
    return root;
  };
  for (const { left, right } of joins.slice(0, made)) parents[rootOf(right)] = rootOf(left);
  return parents.map((_, at) => rootOf(at));
}

/** The number of joins under a height. */
export function joinsUnder({ joins }: Tree, height: number): number {
  return joins.filter((join) => join.height < height).length;
}

export function centroidsOf(vectors: readonly UnitVector[], groups: readonly number[]): Map<number, UnitVector> {
  const members = new Map<number, UnitVector[]>();
  for (const [at, vector] of vectors.entries()) {
    const group = groups[at] ?? -1;
    const own = members.get(group);
    if (own) own.push(vector);
    else members.set(group, [vector]);
  }
  return new Map([...members].map(([group, own]) => [group, meanVector(own)]));
}

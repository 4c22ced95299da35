export type UnitVector = Float32Array;

/** A vector of unit length; zeros stay zeros. */
export function unitVector(numbers: ArrayLike<number>): UnitVector {
  const vector = Float32Array.from(numbers);
  let square = 0;
  for (const number of vector) square += number * number;
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((number) => number / length);
}

/** The cosine of two unit vectors. */
export function dot(one: UnitVector, other: UnitVector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** The direction of the sum. */
export function meanVector(vectors: readonly UnitVector[]): UnitVector {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  return unitVector(sum);
}

/** More pairs of words than this are not compared: what stands between the two untouched ends counts as new. */
const PAIRS_MAX = 1_000_000;

/**
 * From which line of before each word comes (its place among `lines`), or null for a new one: the longest common
 * subsequence of words, after what is equal at both ends. Linear for an edit in one place, which is what typing is.
 */
export function ownersOf(lines: readonly (readonly string[])[], words: readonly string[]): (number | null)[] {
  const before = lines.flatMap((line, index) => line.map((word) => ({ word, line: index })));
  const owners = words.map((): number | null => null);
  let start = 0;
  while (start < before.length && start < words.length && before[start]?.word === words[start]) {
    owners[start] = before[start]?.line ?? null;
    start += 1;
  }
  let [endBefore, end] = [before.length, words.length];
  while (endBefore > start && end > start && before[endBefore - 1]?.word === words[end - 1]) {
    endBefore -= 1;
    end -= 1;
    owners[end] = before[endBefore]?.line ?? null;
  }
  const middle = before.slice(start, endBefore);
  for (const [at, index] of common(middle, words.slice(start, end))) owners[start + at] = middle[index]?.line ?? null;
  return owners;
}

/** Pairs of places, in the words and in what was before, of a longest common subsequence. */
function common(before: readonly { word: string }[], words: readonly string[]): [number, number][] {
  const [rows, columns] = [before.length + 1, words.length + 1];
  if (before.length * words.length > PAIRS_MAX) return [];
  const lengths = new Uint32Array(rows * columns);
  const at = (row: number, column: number) => lengths[row * columns + column] ?? 0;
  for (let row = rows - 2; row >= 0; row -= 1) {
    for (let column = columns - 2; column >= 0; column -= 1) {
      lengths[row * columns + column] =
        before[row]?.word === words[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows - 1 && column < columns - 1; ) {
    if (before[row]?.word === words[column]) {
      pairs.push([column, row]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

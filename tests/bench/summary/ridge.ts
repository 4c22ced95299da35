/** Ridge regression: the weights that predict `y` from `x` with the least squares, the first one (the constant) not shrunk. */
export function ridge(rows: readonly { x: readonly number[]; y: number }[], lambda: number): number[] {
  const size = rows[0]?.x.length ?? 0;
  const matrix = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (__, column) => (row === column && row > 0 ? lambda : 0)),
  );
  for (const { x, y } of rows) {
    for (const [row, line] of matrix.entries()) {
      const factor = x[row] ?? 0;
      for (let column = 0; column < size; column += 1) line[column] = (line[column] ?? 0) + factor * (x[column] ?? 0);
      line[size] = (line[size] ?? 0) + factor * y;
    }
  }
  return solved(matrix, size);
}

/** Gauss and Jordan, with the largest pivot. */
function solved(matrix: number[][], size: number): number[] {
  for (let step = 0; step < size; step += 1) {
    const rest = matrix.slice(step).toSorted((a, b) => Math.abs(b[step] ?? 0) - Math.abs(a[step] ?? 0));
    matrix.splice(step, rest.length, ...rest);
    const pivot = matrix[step] ?? [];
    for (const line of matrix) {
      if (line === pivot) continue;
      const factor = (line[step] ?? 0) / (pivot[step] ?? 1);
      for (let column = step; column <= size; column += 1)
        line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return matrix.map((line, index) => (line[size] ?? 0) / (line[index] ?? 1));
}

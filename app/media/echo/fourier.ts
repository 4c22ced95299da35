/**
 * The discrete Fourier transform in place (radix 2, J. Cooley and J. Tukey, 1965). The length is a power of two. Its own few lines,
 * because app/media has no packages.
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  reorder(real, imaginary);
  for (let half = 1; half < size; half *= 2) {
    const angle = -Math.PI / half;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    let [wr, wi] = [1, 0];
    for (let offset = 0; offset < half; offset += 1) {
      for (let low = offset; low < size; low += 2 * half) {
        const high = low + half;
        const [hr, hi] = [real[high] ?? 0, imaginary[high] ?? 0];
        const tr = wr * hr - wi * hi;
        const ti = wr * hi + wi * hr;
        const [lr, li] = [real[low] ?? 0, imaginary[low] ?? 0];
        real[high] = lr - tr;
        imaginary[high] = li - ti;
        real[low] = lr + tr;
        imaginary[low] = li + ti;
      }
      [wr, wi] = [wr * cosine - wi * sine, wr * sine + wi * cosine];
    }
  }
}

function reorder(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let index = 1, other = 0; index < size; index += 1) {
    let bit = size >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (index >= other) continue;
    [real[index], real[other]] = [real[other] ?? 0, real[index] ?? 0];
    [imaginary[index], imaginary[other]] = [imaginary[other] ?? 0, imaginary[index] ?? 0];
  }
}

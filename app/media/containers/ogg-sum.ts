/** x^32 + x^26 + … + 1, high bits first, as Ogg uses it (RFC 3533 §6): nothing inverted. */
const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? POLYNOMIAL : 0);
  return sum;
});

/** The sum of an Ogg page, in whose head the place of the sum is still zero. */
export function oggSum(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return sum >>> 0;
}

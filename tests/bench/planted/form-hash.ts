/** One form in three, by its FNV-1a hash, is kept back from the people who write detectors. */
export function isHeldBack(form: string): boolean {
  let hash = 0x811c9dc5;
  for (const letter of form) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return ((hash >>> 8) ^ hash) % 3 === 0;
}

/** A sequence longer than this is no character that somebody wrote, and is cut. */
const CHARACTER_UNITS_MAX = 32;

let graphemes: Intl.Segmenter | undefined;

/**
 * The beginning of a text, of `max` UTF-16 units at most. No character is cut in two, nor parted from its accents: half a one is refused by
 * some services, and lost by others.
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = characterAt(text, max);
  if (start > 0 && max - start <= CHARACTER_UNITS_MAX) return text.slice(0, start);
  const isHalf = /[\uD800-\uDBFF]/u.test(text.charAt(max - 1));
  return text.slice(0, isHalf ? max - 1 : max);
}

/** The beginning of the character that the unit at `at` belongs to. */
function characterAt(text: string, at: number): number {
  // Firefox has it since version 125.
  if (!("Segmenter" in Intl)) return Number.NEGATIVE_INFINITY;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return graphemes.segment(text).containing(at)?.index ?? at;
}

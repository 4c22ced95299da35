/** The beginning of a text, of `max` UTF-16 units at most. No character is cut in two: half a one is refused by some services, and lost by others. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const isHalf = /[\uD800-\uDBFF]/u.test(text.charAt(max - 1));
  return text.slice(0, isHalf ? max - 1 : max);
}

/** Pairs of sounds that recognisers confuse. */
const ALIKE: ReadonlySet<string> = new Set(
  ["bp", "dt", "gk", "mn", "sx", "lr", "bf"].flatMap(([one = "", other = ""]) => [one + other, other + one]),
);
const isVowel = (letter: string) => "aeiou".includes(letter);

/** The cost of one letter for another: half for a vowel for a vowel, or for a similar consonant. */
function exchange(one: string, other: string): number {
  if (one === other) return 0;
  return (isVowel(one) && isVowel(other)) || ALIKE.has(one + other) ? 0.5 : 1;
}

/**
 * The cost of changing one sound into another (a weighted Levenshtein distance; Wagner and Fischer 1974): 1 for a letter that is added
 * or left out, half for a vowel. Infinity above `most`.
 */
export function editCost(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > 2 * most) return Number.POSITIVE_INFINITY;
  let before = [0];
  for (const letter of other) before.push((before.at(-1) ?? 0) + room(letter));
  for (const letter of one) {
    const row = [(before[0] ?? 0) + room(letter)];
    let least = row[0] ?? 0;
    for (let at = 0; at < other.length; at++) {
      const across = other[at] ?? "";
      const cost = Math.min(
        (before[at] ?? 0) + exchange(letter, across),
        (before[at + 1] ?? 0) + room(letter),
        (row[at] ?? 0) + room(across),
      );
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return Number.POSITIVE_INFINITY;
    before = row;
  }
  const cost = before.at(-1) ?? 0;
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

function room(letter: string): number {
  return isVowel(letter) ? 0.5 : 1;
}

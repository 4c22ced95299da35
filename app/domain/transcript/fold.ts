/**
 * A word as two sources would agree on it: lower case, without accents and without anything that is neither letter nor
 * digit. Empty for a token that is punctuation only.
 */
export function foldWord(token: string): string {
  return stripAccents(token.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The folded words of a text, in order, without the empty ones. Apostrophes and hyphens part words ("l'acta", "e-mail"). */
export function foldedWords(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}+/gu, "");
}

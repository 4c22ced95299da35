import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Placeholder for a word that was not said in the meeting (yet). The word is shown once its sentence has been checked. */
const VEILED = "…";

/**
 * Returns the visible text of a sentence that is still being written and not yet checked. Only words that were said in the
 * meeting, or that have no meaning of their own, are shown; the last word may be incomplete. Citations and markup characters are
 * removed, so that no link or address appears even for a moment.
 */
export function provisionalText(line: string, said: SaidWords): string {
  const bare = line.replace(/\[[^\][]*(?:\]|$)/gu, " ").replace(/[<>{}()[\]`*#|\\]/gu, " ");
  const pieces = bare.split(/\s+/u).filter((piece) => piece !== "");
  const isOpen = /\S$/u.test(bare);
  const shown = pieces.map((piece, index) => {
    const partial = isOpen && index === pieces.length - 1;
    return isShown(piece, said, partial) ? piece : VEILED;
  });
  return shown.filter((piece, index) => piece !== VEILED || shown[index - 1] !== VEILED).join(" ");
}

/** The words of a meeting, built once per question. */
export type SaidWords = { has: (word: string) => boolean; beginsSome: (beginning: string) => boolean };

export function saidWords(words: ReadonlySet<string>, language: MeetingLanguage): SaidWords {
  const sorted = [...words].toSorted();
  return {
    has: (word) => words.has(word) || isStopWord(word, language),
    beginsSome: (beginning) => isStopWord(beginning, language) || hasPrefix(sorted, beginning),
  };
}

/** Schemes and prefixes that start an address; they are hidden before the rest of the address arrives. */
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "www", "javascript", "data", "mailto", "ftp"]);

function isShown(piece: string, said: SaidWords, partial: boolean): boolean {
  // An address is shown as a whole or not at all.
  if (/[\p{L}\p{N}][.@/:_=&%+]+[\p{L}\p{N}]/u.test(piece) || piece.includes("://")) return false;
  const words = foldedWords(piece);
  if (words.some((word) => SCHEMES.has(word))) return false;
  return words.every((word, index) =>
    partial && index === words.length - 1 ? said.has(word) || said.beginsSome(word) : said.has(word),
  );
}

function hasPrefix(sorted: readonly string[], prefix: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(prefix) ?? false;
}

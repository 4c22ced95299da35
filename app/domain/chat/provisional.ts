import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Stands for a word that nobody has said (yet): it is shown once its sentence has been checked. */
const VEILED = "…";

/**
 * A sentence while it is being written, before it is checked. Only words that were said in the meeting, or that say
 * nothing by themselves, are shown; the last word may be a beginning of one. Citations and signs of markup are left out,
 * so that neither a link nor an address can flash by.
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

/** The words of a meeting, made once for a question. */
export type SaidWords = { has: (word: string) => boolean; beginsSome: (beginning: string) => boolean };

export function saidWords(words: ReadonlySet<string>, language: MeetingLanguage): SaidWords {
  const sorted = [...words].toSorted();
  return {
    has: (word) => words.has(word) || isStopWord(word, language),
    beginsSome: (beginning) => isStopWord(beginning, language) || hasPrefix(sorted, beginning),
  };
}

/** How an address begins, before the rest of it is there. */
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "www", "javascript", "data", "mailto", "ftp"]);

function isShown(piece: string, said: SaidWords, partial: boolean): boolean {
  // An address is said as a whole or not at all.
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

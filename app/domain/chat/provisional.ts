import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Stands for an address: what a model is still writing is not checked yet, and nothing in it may lead anywhere. */
const VEILED = "…";

/** Returns the visible text of a sentence that is still being written: without citations, markup and addresses. */
export function provisionalText(line: string): string {
  const bare = line.replace(/\[[^\][]*(?:\]|$)/gu, " ").replace(/[<>{}()[\]`*#|\\]/gu, " ");
  const pieces = bare.split(/\s+/u).filter((piece) => piece !== "");
  const shown = pieces.map((piece) => (isAddress(piece) ? VEILED : piece));
  return shown.filter((piece, index) => piece !== VEILED || shown[index - 1] !== VEILED).join(" ");
}

/** Schemes and prefixes that start an address; they are hidden before the rest of the address arrives. */
const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "www", "javascript", "data", "mailto", "ftp"]);

/** An address is hidden from its first sign on: "evil.ex" is one already, "3.5" and "12:30" are none. */
function isAddress(piece: string): boolean {
  if (piece.includes("://") || /[\p{L}\p{N}][.@/:_=&%+]+[\p{L}\p{N}]/u.test(piece.replace(/\d[.,:/]\d/gu, "")))
    return true;
  return foldedWords(piece).some((word) => SCHEMES.has(word));
}

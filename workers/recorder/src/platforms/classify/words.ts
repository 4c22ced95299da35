/** Makes a page's text and our phrases comparable: one case, one apostrophe, one space, no invisible characters. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Removes the dots and colons that end a line, for phrases that must be the whole line. */
export function withoutEnd(line: string): string {
  return line.replace(/[\s.!…:]+$/u, "");
}

/**
 * The part of a line that a phrase must match. Short phrases ("Meeting ended") must be the whole line, since they are also parts of titles
 * and sentences; `within` is for sentences that cannot be anything else.
 */
export type Fit = "whole" | "start" | "within";

export function fits(line: string, phrase: string, fit: Fit): boolean {
  switch (fit) {
    case "whole":
      return withoutEnd(line) === withoutEnd(phrase);
    case "start":
      return line.startsWith(phrase);
    case "within":
      return line.includes(phrase);
  }
}

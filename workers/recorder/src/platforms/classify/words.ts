/** How a page's text and our phrases are made comparable: one case, one apostrophe, one space, no invisible letters. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Without the stops and dots that end a line, for phrases that must be the whole line. */
export function withoutEnd(line: string): string {
  return line.replace(/[\s.!…:]+$/u, "");
}

/**
 * How much of a line a phrase must be. Short phrases ("Meeting ended") must be the whole line, since they are also pieces of
 * titles and sentences; `within` is for sentences that cannot be anything else.
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

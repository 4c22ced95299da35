/** One property of a calendar's file (RFC 5545 §3.1), name in upper case. */
export type ContentLine = { name: string; parameters: Map<string, string>; value: string };

/** Their values hold no colon, while programs write zones with one, without the quotes: `DTSTART;TZID=tzone://Microsoft/Utc:20261207T…` */
const TIMES = new Set(["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"]);
const PARAMETERS_MAX = 50;

/** Null where the line has no value. */
export function readContentLine(line: string): ContentLine | null {
  const name = /^[A-Za-z0-9-]+/.exec(line)?.[0].toUpperCase();
  if (name === undefined) return null;
  const lastColon = TIMES.has(name) ? line.lastIndexOf(":") : null;
  const parameters = new Map<string, string>();
  let at = name.length;
  while (line[at] === ";") {
    const end = endOfParameter(line, at + 1, lastColon);
    const text = line.slice(at + 1, end);
    const equals = text.indexOf("=");
    if (equals > 0 && parameters.size < PARAMETERS_MAX) {
      parameters.set(
        text.slice(0, equals).toUpperCase(),
        unescapeParameter(text.slice(equals + 1).replace(/^"|"$/g, "")),
      );
    }
    at = end;
  }
  return line[at] === ":" ? { name, parameters, value: line.slice(at + 1) } : null;
}

/** Outside quotes the next ";" or ":"; with `lastColon` only that colon counts. */
function endOfParameter(line: string, from: number, lastColon: number | null): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at += 1) {
    const letter = line[at];
    if (at === lastColon) return at;
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === ";" || (letter === ":" && lastColon === null))) return at;
  }
  return line.length;
}

const CARETS: Record<string, string> = { "^": "^", n: "\n", "'": '"' };

/** RFC 6868: a quotation mark in a parameter. */
function unescapeParameter(value: string): string {
  return value.replace(/\^([\^n'])/g, (_escape, letter: string) => CARETS[letter] ?? "");
}

/** RFC 5545 §3.3.11. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_escape, letter: string) =>
    letter === "n" || letter === "N" ? "\n" : letter,
  );
}

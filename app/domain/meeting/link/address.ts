import { isWrapper, wrappedIn } from "#app/domain/meeting/link/wrappers.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";

/**
 * An https address of which every part was checked as written. `new URL` is too tolerant for this: it drops an empty user, folds
 * wide letters into ASCII ones, takes backslashes for slashes and resolves dot segments.
 */
export type Address = {
  /** The text as given, with https:// in front. */
  text: string;
  /** Lower case, no port. */
  host: string;
  /** Percent-encoded as given, never with a dot segment, without the trailing slash. */
  path: string;
  query: URLSearchParams;
  /** Without the #. */
  hash: string;
};

/** Host names only: no user, no trailing dot, only ASCII letters, digits, dots and hyphens; of ports only the one that https has anyway. */
const HOST_CHARS_MAX = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that no link contains: control and invisible characters, spaces, non-ASCII letters, angle brackets, backslashes. */
const ODD = /[^\x21-\x7e]|[\\^`<>]/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Reads the address that a person pasted (`withoutMailMarks`), and prepends https:// (§5). */
export function invited(bare: string): Outcome<Address, "not-a-meeting" | "two-links"> {
  if (countSchemes(bare) > 1 && /\s/.test(bare)) return refused("two-links");
  return readAddress(/^https:/i.test(bare) ? bare : `https://${bare}`);
}

/** Addresses that open a meeting in the platform's own program, as the same meeting's address in a browser; any other text as it is. */
export function withoutAppScheme(text: string): string {
  const [, host, parameters] = /^zoom(?:mtg|us):\/\/([a-z0-9.-]+)\/(?:join|start)\?(.*)$/i.exec(text) ?? [];
  if (host !== undefined) {
    const query = new URLSearchParams(parameters);
    const kept = new URLSearchParams([...query].filter(([name]) => name === "pwd" || name === "tk"));
    return `https://${host}/j/${only(query, "confno") ?? ""}${kept.size > 0 ? `?${kept}` : ""}`;
  }
  return text.replace(
    /^msteams:(?:\/\/([a-z0-9.-]+))?\/l\//i,
    (_all, named = "teams.microsoft.com") => `https://${named}/l/`,
  );
}

/**
 * Counts the addresses with a scheme ("https://") in a text. A pattern would start again at every letter of a long word, so this
 * starts from each "://" and looks back for a letter among the characters that a scheme may contain.
 */
function countSchemes(text: string): number {
  let count = 0;
  for (let marks = text.indexOf("://"); marks !== -1; marks = text.indexOf("://", marks + 3)) {
    let at = marks - 1;
    while (at >= 0 && /[0-9+.-]/.test(text[at] ?? "")) at -= 1;
    if (at >= 0 && /[a-z]/i.test(text[at] ?? "")) count += 1;
  }
  return count;
}

/**
 * The text without brackets and punctuation of the mail around it, and without the zero-width characters that come along with copied text. Counts
 * from both ends: a pattern for the end of a text would start again at every mark in its middle.
 */
export function withoutMailMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && /[<("'\s\u200b-\u200f\u2060]/u.test(text[start] ?? "")) start += 1;
  while (end > start && /[>)"'.,;\s\u200b-\u200f\u2060]/u.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(start, end);
}

function isHost(host: string): boolean {
  const labels = host.length > HOST_CHARS_MAX ? [] : host.split(".");
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z]/.test(labels.at(-1) ?? "");
}

function readAddress(text: string): Outcome<Address, "not-a-meeting"> {
  const parts = /^https:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(text);
  if (!parts || ODD.test(text)) return refused("not-a-meeting");
  const [, authority = "", path = "", query = "", hash = ""] = parts;
  const host = authority.toLowerCase().replace(/:443$/, "");
  if (!isHost(host) || DOT_SEGMENT.test(path)) return refused("not-a-meeting");
  // Some rewriters put the whole address into their path.
  if (path.includes("//") && !isWrapper(host)) return refused("not-a-meeting");
  return ok({ text, host, path: path.replace(/\/$/, ""), query: new URLSearchParams(query), hash });
}

/** Returns a parameter's value; empty when there is none, null when there are several different ones. */
export function only(query: URLSearchParams, name: string): string | null {
  const values = new Set(query.getAll(name));
  if (values.size > 1) return null;
  return [...values].at(0) ?? "";
}

/** Decodes a text as often as it was encoded, at most three times; null when the encoding is invalid. */
export function decodeFully(text: string): string | null {
  let decoded = text;
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(decoded); times += 1) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return null;
    }
  }
  return decoded;
}

const ENCODED_WORD = /[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** Tells whether a text contains an address: plain, percent-encoded up to three times, or in base64. */
export function holdsLink(text: string): boolean {
  const decoded = decodeFully(text) ?? text;
  if (countSchemes(text) > 0 || countSchemes(decoded) > 0) return true;
  return [...decoded.matchAll(ENCODED_WORD)].some(([word]) => countSchemes(readBase64(word) ?? "") > 0);
}

/** Decodes base64 of either alphabet to text of one byte per letter; null for other text. */
export function readBase64(word: string): string | null {
  try {
    return atob(word.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}

/** A SafeLink around a link from a Google mail is wrapped twice. */
const WRAPPINGS_MAX = 3;

/**
 * Removes the wrappers that mail programs put around links and returns the inner address. Other addresses are returned unchanged.
 */
export function unwrap(address: Address): Outcome<Address, "not-a-meeting" | "two-links"> {
  let inner = address;
  for (let depth = 0; depth <= WRAPPINGS_MAX; depth += 1) {
    const wrapped = wrappedIn(inner);
    if (wrapped === null) return isWrapper(inner.host) ? refused("not-a-meeting") : ok(inner);
    if (wrapped.target === null) return refused("two-links");
    // A wrapper leads to one place; a second link in it is an attempt to deceive.
    if (wrapped.others.some(holdsLink)) return refused("two-links");
    const next = readAddress(wrapped.target);
    if (!next.ok) return next;
    inner = next.value;
  }
  return refused("not-a-meeting");
}

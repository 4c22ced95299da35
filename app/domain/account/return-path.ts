import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/**
 * Where a person goes after signing in comes from the address bar, so anybody can write it into a link. Only a path of
 * our own is taken: never another host, in none of the spellings that browsers forgive.
 */

/** Stands in for our origin while a path is resolved; nobody can register it (RFC 2606). */
const ANY_ORIGIN = "https://acta.invalid";
/** C0 and C1 controls, spaces and backslashes: browsers drop or turn them, so `/\evil` and `/<tab>/evil` leave the site. */
const REWRITTEN_BY_BROWSERS = /[\p{Cc}\s\\]/u;
const SIGN_IN_AREA = /^\/api(\/|$)/i;

/** The path with its query and fragment as a browser reads it, or "/" for whatever is not a path of our own site. */
export function safeLocalPath(text: string | null | undefined): string {
  if (!text || text.length > LOCAL_PATH_CHARS_MAX || !text.startsWith("/")) return "/";
  if (REWRITTEN_BY_BROWSERS.test(text) || unfolds(text)) return "/";
  let url: URL;
  try {
    url = new URL(text, ANY_ORIGIN);
  } catch {
    return "/";
  }
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Resolving may have made a path that names a host the next time: `/.//evil`, `/../%2fevil`.
  return url.origin === ANY_ORIGIN && !unfolds(path) ? path : "/";
}

/** A page to come back to after signing in: a local path that is not one of the API's, or "/". */
export function safeReturnPath(text: string | null | undefined): string {
  const path = safeLocalPath(text);
  return SIGN_IN_AREA.test(decoded(path)) ? "/" : path;
}

/** Whether the path means something else once somebody downstream decodes it: `/%2f/evil`, `/%5cevil`, `/%09/evil`. */
function unfolds(text: string): boolean {
  const path = decoded(text.split(/[?#]/, 1)[0] ?? "");
  return path.startsWith("//") || REWRITTEN_BY_BROWSERS.test(path.slice(0, 3));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

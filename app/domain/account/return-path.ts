import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/**
 * The path to open after signing in comes from the address bar, so anybody can put any path into a link. Only paths of this site
 * are accepted; other hosts are rejected in every spelling that browsers tolerate.
 */

/** Replaces the origin of this site while a path is resolved. Nobody can register this name (RFC 2606). */
const ANY_ORIGIN = "https://acta.invalid";
/** C0 and C1 controls, spaces and backslashes. Browsers remove or convert them, so `/\evil` and `/<tab>/evil` leave the site. */
const REWRITTEN_BY_BROWSERS = /[\p{Cc}\s\\]/u;
const SIGN_IN_AREA = /^\/api(\/|$)/i;

/** Returns the path with query and fragment as a browser reads it, or "/" when it is not a path of this site. */
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
  // Resolving may produce a path that names a host when it is resolved again: `/.//evil`, `/../%2fevil`.
  return url.origin === ANY_ORIGIN && !unfolds(path) ? path : "/";
}

/** Returns the page to open after signing in: a local path outside the API, or "/". */
export function safeReturnPath(text: string | null | undefined): string {
  const path = safeLocalPath(text);
  return SIGN_IN_AREA.test(decoded(path)) ? "/" : path;
}

/** Tells whether the path changes its meaning when it is decoded once more: `/%2f/evil`, `/%5cevil`, `/%09/evil`. */
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

const PATH = "/onboarding";
/** The pages of the onboarding, by their step. */
const STEPS = { about: PATH, calendar: `${PATH}/calendar` } as const;

/** The address of the onboarding, which leads on to `returnTo` (a path that `safeReturnPath` returned). */
export function onboardingPath(returnTo: string, step: keyof typeof STEPS = "about"): string {
  return returnTo === "/" ? STEPS[step] : `${STEPS[step]}?${new URLSearchParams({ returnTo })}`;
}

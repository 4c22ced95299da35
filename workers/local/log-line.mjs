// The second line of defence of the logs that `npm start` writes: our own code logs no links and tokens, and what
// workerd, Chromium and their libraries print is cleaned here before it reaches a file or the terminal.
import { stripVTControlCharacters } from "node:util";

/** A line of a child that is longer is cut: it is a page or a dump, and no event. */
const LINE_CHARS_MAX = 16 * 1024;
/** Shorter values are ordinary words ("none", "local"), and replacing them would make the log unreadable. */
const SECRET_CHARS_MIN = 12;

const ADDRESS = /\b(?:https?|wss?):\/\/[^\s"'`<>\\]+/gi;
/** Links to meetings as people write them, without the scheme. */
const MEETING_LINK =
  /\b(?:[\w-]{1,63}\.){0,4}(?:zoom\.us|zoom\.com|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|meet\.jit\.si)\/[^\s"'`<>\\]+/gi;
const SHARED_PATH = /\/(s|clip)\/[^\s"'`<>\\/?#]+/gi;
/** A share token wherever it stands: the alphabet and the length of app/server/tokens/share-tokens.ts. */
const SHARE_TOKEN = /\b[0-9a-hjkmnp-tv-z]{26}\b/g;
const QUERY = /\?[\w.~%+-]+=[^\s"'`<>\\]*/g;
/** `state` and `code` are fields of our own events too, so they count only as a query or a form writes them. */
const NAMED =
  /\b((?:code|state|ticket)=|(?:(?:[\w-]{0,40}_)?(?:token|secret|verifier|password)|pwd|passcode|jwt|api[_-]?key|x-amz-[\w-]{1,40})["']?\s?[=:]\s?["']?)[^\s"'`&;,<>\\}]+/gi;
const AUTHORISATION = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const COOKIE = /\b((?:__Host-)?acta-(?:session|attempt))=[^\s;,"']+/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]{1,4096}\.[\w-]{1,4096}\.[\w-]*/g;

/**
 * A line of a child as the log and the terminal may have it: without tokens, codes, queries,
 * signatures, cookies, meeting links, and without the values in `secrets`.
 * @param {string} line @param {readonly string[]} [secrets]
 */
export function logLine(line, secrets = []) {
  let text = stripVTControlCharacters(line.slice(0, LINE_CHARS_MAX));
  for (const secret of secrets) if (secret.length >= SECRET_CHARS_MIN) text = text.replaceAll(secret, "…");
  return text
    .replaceAll(ADDRESS, shortAddress)
    .replaceAll(MEETING_LINK, (link) => `${link.slice(0, link.indexOf("/"))}/…`)
    .replaceAll(AUTHORISATION, "$1 …")
    .replaceAll(COOKIE, "$1=…")
    .replaceAll(JSON_WEB_TOKEN, "…")
    .replaceAll(QUERY, "?…")
    .replaceAll(NAMED, "$1…")
    .replaceAll(SHARED_PATH, "/$1/…")
    .replaceAll(SHARE_TOKEN, "…");
}

/** Which of the Worker's variables are secrets, by their names. @param {Record<string, string>} variables */
export function secretsIn(variables) {
  return Object.entries(variables).flatMap(([name, value]) => (/SECRET|TOKEN|KEY/.test(name) ? [value] : []));
}

/** Of an address elsewhere the server's name, of one on this machine the path too; never a person, a query or a fragment. @param {string} address */
function shortAddress(address) {
  if (!URL.canParse(address)) return "…";
  const url = new URL(address);
  const server = `${url.protocol}//${url.host}`;
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const path = url.pathname === "/" ? "" : isHere ? url.pathname : "/…";
  return `${server}${path}${url.search || url.hash ? "?…" : ""}`;
}

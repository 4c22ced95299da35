import type { Scope } from "#app/domain/account/actor.ts";

/** Rules of OAuth 2.1 for apps that a person connects: redirect addresses, scopes and tokens. */

export type TokenKind = "code" | "access" | "refresh";
const TOKEN_PATTERN = /^acta_(code|access|refresh)_[0-9a-f]{64}$/;

/** Tokens name their kind, so that scanners for leaked secrets find them; `random` is 64 hex digits. */
export const formatToken = (kind: TokenKind, random: string) => `acta_${kind}_${random}`;

export function isToken(text: string, kind: TokenKind): boolean {
  return TOKEN_PATTERN.exec(text)?.[1] === kind;
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Editors whose schemes are no reversed domain names, which RFC 8252 §7.1 asks for. */
const EDITOR_SCHEMES = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);

/**
 * Whether an app may register an address: https, http on this machine, or the app's own scheme. Never a scheme that a browser would
 * run or read itself.
 */
export function isAllowedRedirect(text: string): boolean {
  const url = parseUrl(text);
  if (!url || url.hash !== "" || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopback(url);
  return EDITOR_SCHEMES.has(url.protocol) || /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol);
}

/** RFC 8252 §7.3: equal letter for letter, except for the port of an address on this machine, which an app takes as it comes. */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [one, other] = [parseUrl(registered), parseUrl(asked)];
  if (!one || !other || one.protocol !== "http:" || !isLoopback(one) || !isAllowedRedirect(asked)) return false;
  one.port = "";
  other.port = "";
  return one.href === other.href;
}

/** The part of an address that tells a person where they are sent: its host, or the scheme of an app. */
export function redirectPlace(text: string): { place: string; isThisMachine: boolean } {
  const url = parseUrl(text);
  if (!url) return { place: text, isThisMachine: false };
  if (url.protocol === "https:") return { place: url.host, isThisMachine: false };
  return url.protocol === "http:"
    ? { place: url.hostname, isThisMachine: true }
    : { place: `${url.protocol}//`, isThisMachine: true };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/**
 * The scopes that a parameter names; null where it names none of ours. Words of other servers are left out, because many apps ask every
 * server for `offline_access` or `openid` (RFC 6749 §3.3 lets a server ignore scopes; its answer says which ones it gave).
 */
export function parseScopes(text: string | null): Scope[] | null {
  const words = (text ?? "").split(" ");
  if (words.includes("write")) return ["read", "write"];
  return words.includes("read") ? ["read"] : null;
}

/**
 * Whether the address for which an app asks a token is our MCP server's: also with a slash at its end, and as the origin alone, as some apps
 * write it (RFC 8707). A token opens our server in any case, and nothing else.
 */
export function isResource(asked: string, resource: string): boolean {
  const url = parseUrl(asked);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  const address = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  return address === resource || address === new URL(resource).origin;
}

export const formatScopes = (scopes: readonly Scope[]) => scopes.join(" ");

/** RFC 7636: 43 characters of base64url for S256; 43 to 128 unreserved ones for the verifier. */
export const isChallenge = (text: string) => /^[\w-]{43}$/.test(text);
export const isVerifier = (text: string) => /^[\w.~-]{43,128}$/.test(text);

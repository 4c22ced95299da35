/** API keys as a program sends them: "acta_" and 64 hex digits, 256 random bits. Scanners for leaked secrets know them by the prefix. */

export const API_KEY_PREFIX = "acta_";
const PATTERN = /^acta_[0-9a-f]{64}$/;
/** Digits by which a person recognises a key in the list. */
const HINT_CHARS = 4;

/**
 * The bearer token of an Authorization header, and whether it can be a key. Null where there is no header or another scheme: the request
 * names no key.
 */
export function keyOf(authorization: string | null): { token: string; isKey: boolean } | null {
  const [scheme = "", token = "", ...more] = (authorization ?? "").trim().split(/\s+/u);
  if (scheme.toLowerCase() !== "bearer") return null;
  return { token, isKey: more.length === 0 && PATTERN.test(token) };
}

export const hintOf = (key: string): string => key.slice(-HINT_CHARS);

/** API keys as a program sends them: "acta_" and 64 hex digits, 256 random bits. Scanners for leaked secrets know them by the prefix. */

export const API_KEY_PREFIX = "acta_";
const PATTERN = /^acta_[0-9a-f]{64}$/;
/** Digits by which a person recognises a key in the list. */
const HINT_CHARS = 4;

/**
 * The key in an Authorization header. Null where there is no header or another scheme: the request names no key. "malformed": a bearer
 * token that cannot be a key.
 */
export function keyOf(authorization: string | null): string | "malformed" | null {
  const [scheme = "", token = "", ...more] = (authorization ?? "").trim().split(/\s+/u);
  if (scheme.toLowerCase() !== "bearer") return null;
  return more.length === 0 && PATTERN.test(token) ? token : "malformed";
}

export const hintOf = (key: string): string => key.slice(-HINT_CHARS);

/**
 * The part of OAuth that all stand-ins share (RFC 6749 §4.1, RFC 7636): what an authorization request needs, the way back to the app, and codes
 * that are good once. Tokens are each service's own.
 */

const CODE_LIFE_MS = 10 * 60_000;
/** Limit of remembered codes; the oldest is dropped. */
const KEPT_MAX = 500;
/** BASE64URL of 32 bytes (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The problem of an authorization request, or null. The browser is never sent back to an address that is not the app's.
 *
 * @param {URLSearchParams} query
 * @param {{ clientId: string, isRedirectAllowed: (uri: string) => boolean, needsPkce?: boolean }} settings
 */
export function requestProblem(query, { clientId, isRedirectAllowed, needsPkce = false }) {
  if (query.get("client_id") !== clientId) return "The client_id is not the app's.";
  if (!isRedirectAllowed(query.get("redirect_uri") ?? "")) return "The redirect_uri is not the app's.";
  if (!query.get("state")) return "The state is missing.";
  if (!needsPkce) return null;
  if (query.get("response_type") !== "code") return "The response_type must be code.";
  if (query.get("code_challenge_method") !== "S256") return "The code_challenge_method must be S256.";
  if (!CHALLENGE.test(query.get("code_challenge") ?? "")) return "The code_challenge is missing or malformed.";
  return null;
}

/** The address that the browser is sent back to. The request has no `problem`. @param {URLSearchParams} query @param {Record<string, string>} answer */
export function wayBack(query, answer) {
  const back = new URL(query.get("redirect_uri") ?? "");
  back.searchParams.set("state", query.get("state") ?? "");
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  return back.href;
}

/**
 * Codes of one service, each with what was granted.
 *
 * @template Granted
 * @param {{ now: () => number, lifeMs?: number }} settings
 */
export function createCodes({ now, lifeMs = CODE_LIFE_MS }) {
  /** @type {Map<string, { granted: Granted, redirectUri: string, challenge: string | null, expiresAt: number }>} */
  const codes = new Map();
  return {
    /** @param {string} code */
    has: (code) => codes.has(code),

    /** The way back with a new code. @param {URLSearchParams} query @param {Granted} granted */
    give(query, granted) {
      const [oldest] = codes.keys();
      if (codes.size >= KEPT_MAX && oldest !== undefined) codes.delete(oldest);
      const code = crypto.randomUUID();
      const redirectUri = query.get("redirect_uri") ?? "";
      codes.set(code, { granted, redirectUri, challenge: query.get("code_challenge"), expiresAt: now() + lifeMs });
      return wayBack(query, { code });
    },

    /**
     * The grant of the code of a token request, or null. A code is spent at its first use, even when the request is wrong in another way.
     *
     * @param {{ code?: unknown, redirect_uri?: unknown, code_verifier?: unknown }} request
     */
    async spend({ code, redirect_uri, code_verifier }) {
      const spent = typeof code === "string" ? code : "";
      const verifier = typeof code_verifier === "string" ? code_verifier : "";
      const found = codes.get(spent);
      codes.delete(spent);
      if (!found || found.expiresAt < now() || found.redirectUri !== redirect_uri) return null;
      const isProven = found.challenge === null || found.challenge === (await digestOf(verifier));
      return isProven ? found.granted : null;
    },
  };
}

/** BASE64URL of a text's SHA-256: the challenge of a verifier. @param {string} text */
export async function digestOf(text) {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** @param {Uint8Array} bytes */
export function base64Url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

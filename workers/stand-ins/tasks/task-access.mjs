import { answerConsent, bodyOf, textOf } from "../collaboration/consent.mjs";
import { createCodes } from "../oauth.mjs";

/**
 * Consent and tokens of the stand-ins for services of tasks: OAuth 2.0 with a code, PKCE where the service has it, and refresh tokens that
 * are good once.
 *
 * @param {{
 *   label: string, kind: string, asks: string, client: { id: string, secret: string }, scope: string, seconds: number | null,
 *   isRedirectAllowed: (uri: string) => boolean, now: () => number,
 * }} settings `seconds`: the life of an access token; null where tokens do not end, and none is refreshed.
 */
export function createTaskAccess({ label, kind, asks, client, scope, seconds, isRedirectAllowed, now }) {
  /** @type {ReturnType<typeof createCodes<true>>} */
  const codes = createCodes({ now });
  /** @type {Map<string, number>} An access token and its end. */
  const tokens = new Map();
  /** @type {Set<string>} */
  const refreshTokens = new Set();
  const orders = { scope };

  function newTokens() {
    const access = `${kind}_local_${crypto.randomUUID()}`;
    tokens.set(access, seconds === null ? Number.POSITIVE_INFINITY : now() + seconds * 1000);
    if (seconds === null) return { access_token: access, token_type: "Bearer", scope: orders.scope };
    const refresh = `${kind}_refresh_${crypto.randomUUID()}`;
    refreshTokens.add(refresh);
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: seconds,
      scope: orders.scope,
      refresh_token: refresh,
    };
  }

  /** @param {string} error */
  const refuse = (error) => Response.json({ error }, { status: 400 });

  return {
    orders,
    /** @param {Request} request */
    isAccepted(request) {
      const token = request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "";
      return (tokens.get(token) ?? 0) > now();
    },
    /** Access tokens that are accepted. */
    live: () => tokens.size,
    /** A person removes the app there. */
    revokeAll() {
      tokens.clear();
      refreshTokens.clear();
    },
    /** Access tokens end now; refresh tokens stay. */
    endTokens: () => tokens.clear(),

    /** @param {Request} request */
    async exchange(request) {
      const form = await bodyOf(request);
      if (form.client_id !== client.id || form.client_secret !== client.secret) return refuse("invalid_client");
      if (form.grant_type === "refresh_token") {
        if (!refreshTokens.delete(textOf(form.refresh_token))) return refuse("invalid_grant");
        return Response.json(newTokens());
      }
      if (!(await codes.spend(form))) return refuse("invalid_grant");
      return Response.json(newTokens());
    },

    /** @param {Request} request */
    async revoke(request) {
      const { token } = await bodyOf(request);
      tokens.delete(textOf(token));
      if (refreshTokens.delete(textOf(token))) tokens.clear();
      return new Response(null, { status: 200 });
    },

    /** @param {Request} request @param {import("../collaboration/consent.mjs").Html} html */
    consent(request, html) {
      return answerConsent(request, {
        label,
        asks,
        note: `What was sent: /${kind}/tasks`,
        html,
        codes,
        client,
        isRedirectAllowed,
      });
    },
  };
}

/** HMAC-SHA-256 of a body. @param {string} secret @param {string} body */
export async function hmacOf(secret, body) {
  const utf8 = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(body)));
}

import { createCodes, requestProblem, wayBack } from "../oauth.mjs";

/**
 * Tokens of the stand-ins for CRMs, kept in memory: exchange, refresh and revocation (RFC 6749, RFC 7009).
 *
 * @typedef {{ status: number, body: Record<string, unknown> }} TokenAnswer
 */

/** @typedef {ReturnType<typeof createCrmGrants>} CrmGrants */

/**
 * `replacesRefresh`: a refresh token can be used once. `more`: members of the token answer that belong to the CRM. `cancelled`: the error
 * with which the browser is sent back from Cancel.
 *
 * @param {{
 *   client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean, now: () => number,
 *   lifeSeconds: number, replacesRefresh: boolean, more: (scopes: string[]) => Record<string, unknown>,
 *   cancelled?: string,
 * }} settings
 */
export function createCrmGrants({
  client,
  isRedirectAllowed,
  now,
  lifeSeconds,
  replacesRefresh,
  more,
  cancelled = "access_denied",
}) {
  /** @type {ReturnType<typeof createCodes<string[]>>} */
  const codes = createCodes({ now });
  /** @type {Map<string, { scopes: string[], expiresAt: number, refresh: string }>} */
  const access = new Map();
  /** @type {Map<string, string[]>} */
  const refresh = new Map();

  /** @param {string[]} scopes @param {string} [kept] @returns {TokenAnswer} */
  function tokens(scopes, kept) {
    const [token, refreshToken] = [`at-${crypto.randomUUID()}`, kept ?? `rt-${crypto.randomUUID()}`];
    access.set(token, { scopes, expiresAt: now() + lifeSeconds * 1000, refresh: refreshToken });
    refresh.set(refreshToken, scopes);
    return {
      status: 200,
      body: {
        token_type: "bearer",
        access_token: token,
        refresh_token: refreshToken,
        expires_in: lifeSeconds,
        ...more(scopes),
      },
    };
  }

  return {
    /** The problem of an authorization request, or null. @param {URLSearchParams} query */
    problem: (query) => requestProblem(query, { clientId: client.id, isRedirectAllowed }),

    /**
     * The address that the browser is sent back to. The request has no `problem`.
     *
     * @param {URLSearchParams} query @param {{ isCancelled?: boolean, scopes?: string[] }} [choice]
     */
    decide(query, { isCancelled = false, scopes } = {}) {
      if (isCancelled) return wayBack(query, { error: cancelled });
      const asked = [query.get("scope"), query.get("optional_scope")].join(" ").split(" ").filter(Boolean);
      return codes.give(query, scopes ?? asked);
    },

    /** @param {URLSearchParams} form @param {{ id: string, secret: string }} caller @returns {Promise<TokenAnswer>} */
    async exchange(form, caller) {
      if (caller.id !== client.id || caller.secret !== client.secret) return refusal(401, "invalid_client");
      if (form.get("grant_type") === "refresh_token") {
        const token = form.get("refresh_token") ?? "";
        const scopes = refresh.get(token);
        if (scopes === undefined) return refusal(400, "invalid_grant");
        if (replacesRefresh) refresh.delete(token);
        return tokens(scopes, replacesRefresh ? undefined : token);
      }
      const granted = await codes.spend(Object.fromEntries(form));
      return granted === null ? refusal(400, "invalid_grant") : tokens(granted);
    },

    /** The scopes of a token that is accepted, or null. @param {string} token */
    scopesOf(token) {
      const found = access.get(token);
      return found && found.expiresAt > now() && refresh.has(found.refresh) ? found.scopes : null;
    },

    /** The scopes of the request's token, or null. @param {string | null} authorization */
    scopesIn(authorization) {
      return this.scopesOf(/^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? "");
    },

    /** @param {string} token */
    revoke: (token) => void refresh.delete(token),

    /** Refresh tokens that are good: none after every app was removed. */
    standing: () => refresh.size,

    /** The person removes the app at the CRM. */
    revokeAll: () => refresh.clear(),

    /** All access tokens are refused; refresh tokens are good. */
    expireAccessTokens: () => access.clear(),
  };
}

/** @param {number} status @param {string} error @returns {TokenAnswer} */
function refusal(status, error) {
  return { status, body: { status: "BAD_REQUEST", error, message: "The stand-in refuses this request." } };
}

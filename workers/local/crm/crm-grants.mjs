/**
 * OAuth of the stand-ins for CRMs (RFC 6749, RFC 7636, RFC 7009), kept in memory: codes, tokens, refresh and revocation.
 *
 * @typedef {{ status: number, body: Record<string, unknown> }} TokenAnswer
 * @typedef {{ scopes: string[], redirectUri: string, challenge: string | null, expiresAt: number }} Code
 */

const CODE_LIFE_MS = 10 * 60_000;

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
  /** @type {Map<string, Code>} */
  const codes = new Map();
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
    problem(query) {
      if (query.get("client_id") !== client.id) return "The client_id is not the app's.";
      if (!isRedirectAllowed(query.get("redirect_uri") ?? "")) return "The redirect_uri is not the app's.";
      if (!query.get("state")) return "The state is missing.";
      return null;
    },

    /**
     * The address that the browser is sent back to. The request has no `problem`.
     *
     * @param {URLSearchParams} query @param {{ isCancelled?: boolean, scopes?: string[] }} [choice]
     */
    decide(query, { isCancelled = false, scopes } = {}) {
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("state", query.get("state") ?? "");
      if (isCancelled) {
        back.searchParams.set("error", cancelled);
        return back.href;
      }
      const code = crypto.randomUUID();
      const asked = [query.get("scope"), query.get("optional_scope")].join(" ").split(" ").filter(Boolean);
      codes.set(code, {
        scopes: scopes ?? asked,
        redirectUri: query.get("redirect_uri") ?? "",
        challenge: query.get("code_challenge"),
        expiresAt: now() + CODE_LIFE_MS,
      });
      back.searchParams.set("code", code);
      return back.href;
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
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const isGood =
        code !== undefined &&
        code.expiresAt >= now() &&
        code.redirectUri === form.get("redirect_uri") &&
        (code.challenge === null || code.challenge === (await challengeOf(form.get("code_verifier") ?? "")));
      return code && isGood ? tokens(code.scopes) : refusal(400, "invalid_grant");
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

/** @param {string} verifier */
async function challengeOf(verifier) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...digest))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

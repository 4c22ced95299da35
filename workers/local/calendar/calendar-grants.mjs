/**
 * OAuth of the calendar stand-ins (RFC 6749, RFC 7636, RFC 7009): consent, codes, refresh, revocation. A token carries its grant and
 * a digest, so that a grant survives a restart of the process; what was revoked in this run is kept in memory.
 *
 * @typedef {import("./calendar-state.mjs").Provider} Provider
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {{ id: string, secret: string }} Client
 * @typedef {{ provider: Provider, personId: string, scopes: string[], grant: string, kind: "refresh" | "access", round: number, run: string, expiresAt: number | null }} TokenContent
 * @typedef {{ provider: Provider, personId: string, scopes: string[], redirectUri: string, challenge: string, nonce: string, hasRefresh: boolean, expiresAt: number }} Code
 * @typedef {{ status: number, body: Record<string, string | number> }} TokenAnswer
 */

const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_S = 3600;
const KEPT_MAX = 500;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The permissions that a person can untick, by the words of the consent page. @type {Readonly<Record<string, string>>} */
export const CALENDAR_SCOPES = {
  "https://www.googleapis.com/auth/calendar.events.readonly": "See events on all your calendars",
  "https://www.googleapis.com/auth/calendar.calendarlist.readonly": "See the list of your calendars",
  "https://www.googleapis.com/auth/calendar.readonly": "See your calendars and their events",
  "Calendars.Read": "Read your calendars",
};

/** @param {string} scope */
const withoutHost = (scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, "");

/** Whether an authorization request asks for calendars, and not only for a sign-in. @param {URLSearchParams} query */
export function asksForCalendars(query) {
  return scopesOf(query).some((scope) => Object.hasOwn(CALENDAR_SCOPES, scope));
}

/** @param {URLSearchParams} query */
export function scopesOf(query) {
  return (query.get("scope") ?? "").split(" ").filter(Boolean).map(withoutHost);
}

/** @typedef {ReturnType<typeof createGrants>} Grants */

/**
 * `accountOf` finds a person by id, null where there is none. `idToken` signs the token of OpenID Connect when `openid` is asked for.
 *
 * @param {{
 *   clients: Record<Provider, Client>, isRedirectAllowed: (redirectUri: string) => boolean, now: () => number,
 *   accountOf: (provider: Provider, personId: string) => Account | null,
 *   idToken?: ((input: { provider: Provider, personId: string, nonce: string, audience: string }) => Promise<string>) | undefined,
 * }} settings
 */
export function createGrants({ clients, isRedirectAllowed, now, accountOf, idToken }) {
  /** @type {Map<string, Code>} */
  const codes = new Map();
  /** People who have consented in this run. @type {Set<string>} */
  const consented = new Set();
  /** @type {Set<string>} */
  const revoked = new Set();
  /** The last round of each grant's refresh token. @type {Map<string, number>} */
  const rounds = new Map();
  let run = crypto.randomUUID();
  const orders = {
    /** Microsoft: a refresh token that was used before is refused. The real one accepts it until it expires. */
    refusesUsedTokens: false,
  };

  /** @param {TokenContent} content */
  const sign = async (content) => {
    const text = base64Url(new TextEncoder().encode(JSON.stringify(content)));
    return `${text}.${await sha256(`${clients[content.provider].secret} ${text}`)}`;
  };

  /** @param {string} token @returns {Promise<TokenContent | null>} */
  const read = async (token) => {
    const [text = "", digest] = token.split(".");
    const content = parse(text);
    if (content === null || digest !== (await sha256(`${clients[content.provider].secret} ${text}`))) return null;
    if (revoked.has(content.grant) || revoked.has(`${content.provider}/${content.personId}`)) return null;
    return content;
  };

  /** @param {Pick<TokenContent, "provider" | "personId" | "scopes" | "grant">} grant */
  const accessToken = (grant) =>
    sign({ ...grant, kind: "access", round: 0, run, expiresAt: now() + TOKEN_LIFE_S * 1000 });

  return {
    orders,

    /** The problem of an authorization request, or null. @param {Provider} provider @param {URLSearchParams} query */
    problem(provider, query) {
      if (query.get("client_id") !== clients[provider].id) return "The client_id is not the app's.";
      if (!isRedirectAllowed(query.get("redirect_uri") ?? "")) return "The redirect_uri is not the app's.";
      if (query.get("response_type") !== "code") return "The response_type must be code.";
      if (!query.get("state")) return "The state is missing.";
      if (query.get("code_challenge_method") !== "S256") return "The code_challenge_method must be S256.";
      if (!CHALLENGE.test(query.get("code_challenge") ?? "")) return "The code_challenge is missing or malformed.";
      return null;
    },

    /**
     * The address that the browser is sent back to. `choice` has `person`, or `cancel`; with `asked` only the permissions in `scope` are
     * granted. Null when no such person exists. The request has no `problem`.
     *
     * @param {Provider} provider @param {URLSearchParams} query @param {URLSearchParams} choice
     */
    decide(provider, query, choice) {
      const redirectUri = query.get("redirect_uri") ?? "";
      const back = new URL(redirectUri);
      back.searchParams.set("state", query.get("state") ?? "");
      if (choice.has("cancel")) {
        back.searchParams.set("error", "access_denied");
        return back.href;
      }
      const account = accountOf(provider, choice.get("person") ?? "");
      if (account === null) return null;
      const ticked = choice.getAll("scope");
      const scopes = scopesOf(query).filter(
        (scope) => !choice.has("asked") || !Object.hasOwn(CALENDAR_SCOPES, scope) || ticked.includes(scope),
      );
      const person = `${provider}/${account.personId}`;
      // Google gives a refresh token with the first consent, and again only when consent is asked for again.
      const isAsked = query.get("access_type") === "offline" && /\bconsent\b/.test(query.get("prompt") ?? "");
      const hasRefresh =
        provider === "microsoft"
          ? scopes.includes("offline_access")
          : isAsked || (query.get("access_type") === "offline" && !consented.has(person));
      consented.add(person);
      revoked.delete(person);
      const code = crypto.randomUUID();
      const [oldest] = codes.keys();
      if (codes.size >= KEPT_MAX && oldest !== undefined) codes.delete(oldest);
      codes.set(code, {
        provider,
        personId: account.personId,
        scopes,
        redirectUri,
        challenge: query.get("code_challenge") ?? "",
        nonce: query.get("nonce") ?? "",
        hasRefresh,
        expiresAt: now() + CODE_LIFE_MS,
      });
      back.searchParams.set("code", code);
      return back.href;
    },

    /** Whether a token request belongs to a grant of calendars. @param {URLSearchParams} form */
    isOurs: (form) => form.get("grant_type") === "refresh_token" || codes.has(form.get("code") ?? ""),

    /** @param {Provider} provider @param {URLSearchParams} form @returns {Promise<TokenAnswer>} */
    async exchange(provider, form) {
      const { id, secret } = clients[provider];
      if (form.get("client_id") !== id || form.get("client_secret") !== secret) return refusal(401, "invalid_client");
      if (form.get("grant_type") === "refresh_token") return refresh(provider, form.get("refresh_token") ?? "");
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const isGood =
        code?.provider === provider &&
        form.get("grant_type") === "authorization_code" &&
        code.expiresAt >= now() &&
        code.redirectUri === form.get("redirect_uri") &&
        code.challenge === (await sha256(form.get("code_verifier") ?? ""));
      if (!code || !isGood) return refusal(400, "invalid_grant");
      const { personId, scopes, nonce } = code;
      const grant = { provider, personId, scopes, grant: crypto.randomUUID() };
      const signed = scopes.includes("openid") && (await idToken?.({ provider, personId, nonce, audience: id }));
      return tokens(grant, {
        ...(code.hasRefresh
          ? { refresh_token: await sign({ ...grant, kind: "refresh", round: 0, run, expiresAt: null }) }
          : {}),
        ...(signed ? { id_token: signed } : {}),
      });
    },

    /** Google's revocation endpoint: both kinds of tokens end the grant. @param {string} token */
    async revoke(token) {
      const content = await read(token);
      if (content === null) return refusal(400, "invalid_token");
      revoked.add(content.grant);
      return { status: 200, body: {} };
    },

    /** The grant of a request, or null: 401. @param {Provider} provider @param {string | null} authorization */
    async accessOf(provider, authorization) {
      const content = await read(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "");
      const isGood =
        content?.kind === "access" &&
        content.provider === provider &&
        content.run === run &&
        (content.expiresAt ?? 0) > now();
      const account = content && isGood ? accountOf(provider, content.personId) : null;
      return content && account ? { account, scopes: content.scopes } : null;
    },

    /** All access tokens are expired; refresh tokens are good. */
    expireAccessTokens() {
      run = crypto.randomUUID();
    },

    /** The person removes the app from their account: `invalid_grant`, until they consent again. @param {Provider} provider @param {string} personId */
    revokePerson: (provider, personId) => void revoked.add(`${provider}/${personId}`),
  };

  /** @param {Provider} provider @param {string} token */
  async function refresh(provider, token) {
    const content = await read(token);
    if (content?.kind !== "refresh" || content.provider !== provider) return refusal(400, "invalid_grant");
    const { personId, scopes, grant, round } = content;
    if (orders.refusesUsedTokens && round < (rounds.get(grant) ?? 0)) return refusal(400, "invalid_grant");
    // Microsoft replaces the refresh token at every use; Google's stays.
    if (provider === "google") return tokens({ provider, personId, scopes, grant }, {});
    rounds.set(grant, round + 1);
    const next = { provider, personId, scopes, grant, kind: /** @type {const} */ ("refresh"), run, expiresAt: null };
    return tokens({ provider, personId, scopes, grant }, { refresh_token: await sign({ ...next, round: round + 1 }) });
  }

  /** @param {Pick<TokenContent, "provider" | "personId" | "scopes" | "grant">} grant @param {Record<string, string>} more @returns {Promise<TokenAnswer>} */
  async function tokens(grant, more) {
    const scope = grant.scopes.filter((each) => each !== "offline_access").join(" ");
    const body = {
      access_token: await accessToken(grant),
      token_type: "Bearer",
      expires_in: TOKEN_LIFE_S,
      scope,
      ...more,
    };
    return { status: 200, body };
  }
}

/** @param {number} status @param {string} error @returns {TokenAnswer} */
function refusal(status, error) {
  return { status, body: { error, error_description: "The stand-in refuses this request." } };
}

/** @param {string} text @returns {TokenContent | null} */
function parse(text) {
  try {
    return JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0)),
      ),
    );
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function base64Url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** @param {string} text */
async function sha256(text) {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

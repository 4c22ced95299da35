import { createCodes, requestProblem, wayBack } from "../oauth.mjs";
import { createTokens, TOKEN_LIFE_S } from "./calendar-tokens.mjs";

/**
 * OAuth of the calendar stand-ins: consent to single permissions, exchange, refresh, revocation (RFC 6749, RFC 7009).
 *
 * @typedef {import("./calendar-state.mjs").Provider} Provider
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {import("./calendar-tokens.mjs").Grant} Grant
 * @typedef {{ id: string, secret: string }} Client
 * @typedef {{ provider: Provider, personId: string, scopes: string[], nonce: string, hasRefresh: boolean }} Consent
 * @typedef {{ status: number, body: Record<string, string | number> }} TokenAnswer
 */

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
  /** @type {ReturnType<typeof createCodes<Consent>>} */
  const codes = createCodes({ now });
  const tokens = createTokens({ secretOf: (provider) => clients[provider].secret, now });
  const refresh = refreshing(tokens);
  /** People who have consented in this run. @type {Set<string>} */
  const consented = new Set();

  return {
    orders: refresh.orders,

    /** The problem of an authorization request, or null. @param {Provider} provider @param {URLSearchParams} query */
    problem: (provider, query) =>
      requestProblem(query, { clientId: clients[provider].id, isRedirectAllowed, needsPkce: true }),

    /**
     * The address that the browser is sent back to. `choice` has `person`, or `cancel`; with `asked` only the permissions in `scope` are
     * granted. Null when no such person exists. The request has no `problem`.
     *
     * @param {Provider} provider @param {URLSearchParams} query @param {URLSearchParams} choice
     */
    decide(provider, query, choice) {
      if (choice.has("cancel")) return wayBack(query, { error: "access_denied" });
      const account = accountOf(provider, choice.get("person") ?? "");
      if (account === null) return null;
      const { personId } = account;
      const ticked = choice.getAll("scope");
      const scopes = scopesOf(query).filter(
        (scope) => !choice.has("asked") || !Object.hasOwn(CALENDAR_SCOPES, scope) || ticked.includes(scope),
      );
      const person = `${provider}/${personId}`;
      const hasRefresh = givesRefresh(provider, query, { scopes, isFirst: !consented.has(person) });
      consented.add(person);
      tokens.revoked.delete(person);
      return codes.give(query, { provider, personId, scopes, nonce: query.get("nonce") ?? "", hasRefresh });
    },

    /** Whether a token request belongs to a grant of calendars. @param {URLSearchParams} form */
    isOurs: (form) => form.get("grant_type") === "refresh_token" || codes.has(form.get("code") ?? ""),

    /** @param {Provider} provider @param {URLSearchParams} form @returns {Promise<TokenAnswer>} */
    async exchange(provider, form) {
      const { id, secret } = clients[provider];
      if (form.get("client_id") !== id || form.get("client_secret") !== secret) return refusal(401, "invalid_client");
      if (form.get("grant_type") === "refresh_token") return refresh.answer(provider, form.get("refresh_token") ?? "");
      const consent = await codes.spend(Object.fromEntries(form));
      if (consent?.provider !== provider || form.get("grant_type") !== "authorization_code") {
        return refusal(400, "invalid_grant");
      }
      const { personId, scopes, nonce, hasRefresh } = consent;
      const grant = { provider, personId, scopes, grant: crypto.randomUUID() };
      const signed = scopes.includes("openid") && (await idToken?.({ provider, personId, nonce, audience: id }));
      return tokenAnswer(tokens, grant, {
        ...(hasRefresh ? { refresh_token: await tokens.refresh(grant, 0) } : {}),
        ...(signed ? { id_token: signed } : {}),
      });
    },

    /** Google's revocation endpoint: both kinds of tokens end the grant. @param {string} token */
    async revoke(token) {
      const content = await tokens.read(token);
      if (content === null) return refusal(400, "invalid_token");
      tokens.revoked.add(content.grant);
      return { status: 200, body: {} };
    },

    /** The grant of a request, or null: 401. @param {Provider} provider @param {string | null} authorization */
    async accessOf(provider, authorization) {
      const content = await tokens.read(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "");
      if (content?.provider !== provider || !tokens.isOpen(content)) return null;
      const account = accountOf(provider, content.personId);
      return account && { account, scopes: content.scopes };
    },

    /** All access tokens are expired; refresh tokens are good. */
    expireAccessTokens: () => tokens.expireAccess(),

    /** The person removes the app from their account: `invalid_grant`, until they consent again. @param {Provider} provider @param {string} personId */
    revokePerson: (provider, personId) => void tokens.revoked.add(`${provider}/${personId}`),
  };
}

/**
 * Google gives a refresh token with the first consent, and again only when consent is asked for again.
 *
 * @param {Provider} provider @param {URLSearchParams} query @param {{ scopes: string[], isFirst: boolean }} consent
 */
function givesRefresh(provider, query, { scopes, isFirst }) {
  if (provider === "microsoft") return scopes.includes("offline_access");
  return query.get("access_type") === "offline" && (isFirst || /\bconsent\b/.test(query.get("prompt") ?? ""));
}

/** Refresh tokens. Microsoft replaces one at every use; Google's stays. @param {ReturnType<typeof createTokens>} tokens */
function refreshing(tokens) {
  /** The last round of each grant's refresh token. @type {Map<string, number>} */
  const rounds = new Map();
  const orders = {
    /** Microsoft: a refresh token that was used before is refused. The real one accepts it until it expires. */
    refusesUsedTokens: false,
  };
  return {
    orders,

    /** @param {Provider} provider @param {string} token */
    async answer(provider, token) {
      const content = await tokens.read(token);
      if (content?.kind !== "refresh" || content.provider !== provider) return refusal(400, "invalid_grant");
      const { personId, scopes, grant, round } = content;
      if (orders.refusesUsedTokens && round < (rounds.get(grant) ?? 0)) return refusal(400, "invalid_grant");
      const same = { provider, personId, scopes, grant };
      if (provider === "google") return tokenAnswer(tokens, same, {});
      rounds.set(grant, round + 1);
      return tokenAnswer(tokens, same, { refresh_token: await tokens.refresh(same, round + 1) });
    },
  };
}

/** @param {ReturnType<typeof createTokens>} tokens @param {Grant} grant @param {Record<string, string>} more @returns {Promise<TokenAnswer>} */
async function tokenAnswer(tokens, grant, more) {
  const scope = grant.scopes.filter((each) => each !== "offline_access").join(" ");
  const token = await tokens.access(grant);
  const body = { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFE_S, scope, ...more };
  return { status: 200, body };
}

/** @param {number} status @param {string} error @returns {TokenAnswer} */
function refusal(status, error) {
  return { status, body: { error, error_description: "The stand-in refuses this request." } };
}

import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createCodes, requestProblem, wayBack } from "../oauth.mjs";
import { PEOPLE } from "./people.mjs";

/**
 * The state and rules of the local identity provider: authorization requests, codes, tokens. OAuth 2.0 (RFC 6749) with PKCE
 * (RFC 7636) and OpenID Connect Core; HTTP is in ../server.mjs.
 *
 * @typedef {"google" | "microsoft" | "oidc"} Provider
 * @typedef {import("./people.mjs").Person} Person
 * @typedef {Record<Provider, { id: string, secret: string }>} Clients
 * @typedef {{ provider: Provider, person: Person, nonce: string }} Grant
 */

const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_S = 3600;
/** Limit of remembered access tokens; the oldest is dropped. */
const KEPT_MAX = 500;

/**
 * @param {{ origin: () => string, redirectOrigins: readonly string[], clients: Clients }} settings
 */
export async function createProtocol({ origin, redirectOrigins, clients }) {
  const signers = [await createSigner()];
  /** @type {ReturnType<typeof createCodes<Grant>>} */
  const codes = createCodes({ now: Date.now, lifeMs: CODE_LIFE_MS });
  /** @type {Map<string, { provider: Provider, person: Person, expiresAt: number }>} */
  const accessTokens = new Map();

  /** @param {Person} person @param {{ nonce: string, audience: string, issuer: string }} right */
  async function idToken(person, right) {
    if (person.dirt === "new-key") signers.push(await createSigner());
    const signer = person.dirt === "unknown-key" ? await createSigner() : signers.at(-1);
    if (!signer) throw new RangeError("there is no key");
    return signer.idToken({ person, ...right, ...dirtOf(person) });
  }

  return {
    /** The published keys; an old one stays for tokens that it has signed. */
    keys: () => ({ keys: signers.map(({ jwk }) => jwk) }),

    /** @param {Provider} provider */
    discovery: (provider) => discoveryOf(origin(), provider),

    /** @param {Provider} provider @param {URLSearchParams} query */
    problem: (provider, query) => problemOf(query, provider, { redirectOrigins, clients }),

    /**
     * The address to send the browser back to: with a code for the chosen person, or with the refusal that a person gives
     * by cancelling. Null when no such person exists. The request has no `problem`.
     *
     * @param {Provider} provider
     * @param {URLSearchParams} query
     * @param {URLSearchParams} choice
     */
    decide(provider, query, choice) {
      if (choice.has("cancel")) {
        return wayBack(query, { error: "access_denied", error_description: "The person pressed Cancel." });
      }
      const person = PEOPLE[provider].find(({ id }) => id === choice.get("person"));
      return person ? codes.give(query, { provider, person, nonce: query.get("nonce") ?? "" }) : null;
    },

    /**
     * The token endpoint. A code is spent at its first use, even when the request is wrong in another way.
     *
     * @param {Provider} provider
     * @param {URLSearchParams} form
     * @param {string} [authorization] a header with the client's id and secret, in place of fields
     * @returns {Promise<{ status: number, body: Record<string, string | number> }>}
     */
    async exchange(provider, form, authorization) {
      const { id } = clients[provider];
      if (!isClient(clients[provider], form, authorization)) return { status: 401, body: { error: "invalid_client" } };
      if (form.get("grant_type") !== "authorization_code") {
        return { status: 400, body: { error: "unsupported_grant_type" } };
      }
      const grant = await codes.spend(Object.fromEntries(form));
      if (grant?.provider !== provider) return { status: 400, body: { error: "invalid_grant" } };
      const { person, nonce } = grant;
      const expiresAt = Date.now() + TOKEN_LIFE_S * 1000;
      const body = {
        access_token: remember(accessTokens, { provider, person, expiresAt }),
        id_token: await idToken(person, { nonce, audience: id, issuer: issuerOf(origin(), provider, person) }),
        token_type: "Bearer",
        expires_in: TOKEN_LIFE_S,
        scope: "openid profile email",
      };
      return { status: 200, body };
    },

    /** An id_token for a person, as the token endpoint gives it. @param {Provider} provider @param {string} personId @param {string} nonce */
    async idToken(provider, personId, nonce) {
      const person = PEOPLE[provider].find(({ id }) => id === personId);
      if (!person) throw new RangeError("there is no such person");
      const issuer = issuerOf(origin(), provider, person);
      return idToken(person, { nonce, audience: clients[provider].id, issuer });
    },

    /**
     * The userinfo endpoint's answer, or null when the bearer token is not valid.
     *
     * @param {Provider} provider
     * @param {string | undefined} authorization
     */
    userInfo(provider, authorization) {
      const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "";
      const granted = accessTokens.get(token);
      if (granted?.provider !== provider || granted.expiresAt < Date.now()) return null;
      const { name, email, claims } = granted.person;
      const { sub } = claims;
      if (granted.person.dirt === "no-email") return { sub, name };
      return provider === "microsoft"
        ? { sub, name, email }
        : { sub, name, email, email_verified: claims.email_verified };
    },
  };
}

async function createSigner() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const kid = randomBytes(8).toString("hex");
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" },

    /** @param {{ person: Person, nonce: string, audience: string, issuer: string, clockS?: number }} input */
    idToken: ({ person, nonce, audience, issuer, clockS = 0 }) =>
      new SignJWT({ ...claimsOf(person), name: person.name, nonce })
        .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds() + clockS)
        .setNotBefore(seconds() + clockS)
        .setExpirationTime(seconds() + clockS + (clockS < 0 ? 60 : TOKEN_LIFE_S))
        .sign(privateKey),
  };
}

const seconds = () => Math.floor(Date.now() / 1000);

/** The values that a dirty token has in place of the right ones; the clock in seconds ahead. @param {Person} person */
function dirtOf({ dirt }) {
  if (dirt === "nonce") return { nonce: "another-attempt" };
  if (dirt === "audience") return { audience: "another-client" };
  if (dirt === "late-clock") return { clockS: 45 };
  return dirt === "wrong-clock" ? { clockS: -600 } : {};
}

/** @param {Person} person */
function claimsOf({ claims, email, dirt }) {
  if (dirt === "no-email" || dirt === "in-userinfo") return { sub: String(claims.sub) };
  return { ...claims, email };
}

/** @param {{ id: string, secret: string }} client @param {URLSearchParams} form @param {string} [authorization] */
function isClient({ id, secret }, form, authorization) {
  if (authorization !== undefined) return authorization === `Basic ${btoa(`${id}:${secret}`)}`;
  return form.get("client_id") === id && form.get("client_secret") === secret;
}

/** Microsoft's issuer is that of the person's tenant. @param {string} origin @param {Provider} provider @param {Person} person */
function issuerOf(origin, provider, person) {
  return provider === "microsoft" ? `${origin}/microsoft/${String(person.claims.tid)}/v2.0` : `${origin}/${provider}`;
}

/** @param {string} origin @param {Provider} provider */
function discoveryOf(origin, provider) {
  const base = `${origin}/${provider}`;
  return {
    issuer: provider === "microsoft" ? `${base}/{tenantid}/v2.0` : base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: [provider === "microsoft" ? "pairwise" : "public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    scopes_supported: ["openid", "profile", "email"],
  };
}

/**
 * The problem of an authorization request, or null. The browser is never redirected to a wrong client or redirect_uri.
 *
 * @param {URLSearchParams} query
 * @param {Provider} provider
 * @param {{ redirectOrigins: readonly string[], clients: Clients }} settings
 */
function problemOf(query, provider, { redirectOrigins, clients }) {
  const allowed = new Set(redirectOrigins.map((each) => `${each}/api/auth/callback/${provider}`));
  const isRedirectAllowed = (/** @type {string} */ uri) => allowed.has(uri);
  const problem = requestProblem(query, { clientId: clients[provider].id, isRedirectAllowed, needsPkce: true });
  if (problem !== null) return problem;
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return "The scope must contain openid.";
  return query.get("nonce") ? null : "The nonce is missing.";
}

/**
 * Keeps a value under a new random key.
 *
 * @template Value
 * @param {Map<string, Value>} map
 * @param {Value} value
 */
function remember(map, value) {
  const [oldest] = map.keys();
  if (map.size >= KEPT_MAX && oldest !== undefined) map.delete(oldest);
  const key = randomBytes(24).toString("base64url");
  map.set(key, value);
  return key;
}

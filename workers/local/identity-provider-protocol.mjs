import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { PEOPLE } from "./identity-provider-people.mjs";

/**
 * The state and rules of the local identity provider: authorization requests, codes, tokens. OAuth 2.0 (RFC 6749) with PKCE
 * (RFC 7636) and OpenID Connect Core; HTTP is in identity-provider.mjs.
 *
 * @typedef {"google" | "microsoft"} Provider
 * @typedef {import("./identity-provider-people.mjs").Person} Person
 * @typedef {Record<Provider, { id: string, secret: string }>} Clients
 * @typedef {{ provider: Provider, person: Person, nonce: string, challenge: string, redirectUri: string, expiresAt: number }} Grant
 */

const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_S = 3600;
/** Limit of remembered codes, and of access tokens; the oldest is dropped. */
const KEPT_MAX = 500;
/** BASE64URL of 32 bytes (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * @param {{ origin: () => string, redirectOrigins: readonly string[], clients: Clients }} settings
 */
export async function createProtocol({ origin, redirectOrigins, clients }) {
  const signer = await createSigner();
  /** @type {Map<string, Grant>} */
  const codes = new Map();
  /** @type {Map<string, { provider: Provider, person: Person, expiresAt: number }>} */
  const accessTokens = new Map();

  return {
    keys: { keys: [signer.jwk] },

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
      const redirectUri = query.get("redirect_uri") ?? "";
      const back = new URL(redirectUri);
      back.searchParams.set("state", query.get("state") ?? "");
      if (choice.has("cancel")) {
        back.searchParams.set("error", "access_denied");
        back.searchParams.set("error_description", "The person pressed Cancel.");
        return back.href;
      }
      const person = PEOPLE[provider].find(({ id }) => id === choice.get("person"));
      if (!person) return null;
      const nonce = query.get("nonce") ?? "";
      const challenge = query.get("code_challenge") ?? "";
      const expiresAt = Date.now() + CODE_LIFE_MS;
      const code = remember(codes, { provider, person, redirectUri, nonce, challenge, expiresAt });
      back.searchParams.set("code", code);
      return back.href;
    },

    /**
     * The token endpoint. A code is spent at its first use, even when the request is wrong in another way.
     *
     * @param {Provider} provider
     * @param {URLSearchParams} form
     * @returns {Promise<{ status: number, body: Record<string, string | number> }>}
     */
    async exchange(provider, form) {
      const { id, secret } = clients[provider];
      if (form.get("client_id") !== id || !same(form.get("client_secret") ?? "", secret)) {
        return { status: 401, body: { error: "invalid_client" } };
      }
      if (form.get("grant_type") !== "authorization_code") {
        return { status: 400, body: { error: "unsupported_grant_type" } };
      }
      const code = form.get("code") ?? "";
      const grant = codes.get(code);
      codes.delete(code);
      if (!grant || !isGood(grant, provider, form)) return { status: 400, body: { error: "invalid_grant" } };
      const { person, nonce } = grant;
      const expiresAt = Date.now() + TOKEN_LIFE_S * 1000;
      const body = {
        access_token: remember(accessTokens, { provider, person, expiresAt }),
        id_token: await signer.idToken({ person, nonce, audience: id, issuer: issuerOf(origin(), provider, person) }),
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
      return signer.idToken({ person, nonce, audience: clients[provider].id, issuer });
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
      return provider === "google" ? { sub, name, email, email_verified: claims.email_verified } : { sub, name, email };
    },
  };
}

async function createSigner() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const kid = randomBytes(8).toString("hex");
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" },

    /** @param {{ person: Person, nonce: string, audience: string, issuer: string }} input */
    idToken: ({ person, nonce, audience, issuer }) =>
      new SignJWT({ ...person.claims, name: person.name, email: person.email, nonce })
        .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_LIFE_S}s`)
        .sign(privateKey),
  };
}

/** Microsoft's issuer is that of the person's tenant. @param {string} origin @param {Provider} provider @param {Person} person */
function issuerOf(origin, provider, person) {
  return provider === "google" ? `${origin}/google` : `${origin}/microsoft/${String(person.claims.tid)}/v2.0`;
}

/** @param {string} origin @param {Provider} provider */
function discoveryOf(origin, provider) {
  const base = `${origin}/${provider}`;
  return {
    issuer: provider === "google" ? base : `${base}/{tenantid}/v2.0`,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: [provider === "google" ? "public" : "pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
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
  if (query.get("client_id") !== clients[provider].id) return "The client_id is not the app's.";
  const allowed = redirectOrigins.map((each) => `${each}/api/auth/callback/${provider}`);
  if (!allowed.includes(query.get("redirect_uri") ?? "")) return "The redirect_uri is not the app's callback.";
  if (query.get("response_type") !== "code") return "The response_type must be code.";
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return "The scope must contain openid.";
  if (!query.get("state")) return "The state is missing.";
  if (!query.get("nonce")) return "The nonce is missing.";
  if (query.get("code_challenge_method") !== "S256") return "The code_challenge_method must be S256.";
  if (!CHALLENGE.test(query.get("code_challenge") ?? "")) return "The code_challenge is missing or malformed.";
  return null;
}

/** @param {Grant} grant @param {Provider} provider @param {URLSearchParams} form */
function isGood(grant, provider, form) {
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return (
    grant.provider === provider &&
    grant.expiresAt >= Date.now() &&
    grant.redirectUri === form.get("redirect_uri") &&
    grant.challenge === challenge
  );
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

/** @param {string} left @param {string} right */
function same(left, right) {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

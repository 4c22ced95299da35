import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";

/**
 * Stands in for Google and Microsoft on the network: answers the app's requests (token, keys, userinfo) with real signatures, and
 * plays the browser's visit to the authorize page. It checks that the app follows the protocol: client, secret, redirect_uri,
 * PKCE, codes that are valid once. `trouble` and the twists of `consent` make it fail.
 */

/** `discovery`: of a provider whose endpoints are read there. */
export type Places = { authorize: string; token: string; userInfo: string; keys: string; discovery?: string };
export type Claims = Record<string, unknown> & { sub: string };
export type Twist = {
  /** Changes the correct claims of the id_token. */
  claims?: (claims: Claims) => Record<string, unknown>;
  /** The signing key: the published key, an unpublished key under the same id, or the secret (HS256, "none"-like attacks). */
  signedBy?: "published" | "forger" | "client-secret";
  /** The userinfo endpoint returns this subject. */
  userInfoSub?: string;
  /** Further claims that the userinfo endpoint returns. */
  userInfo?: Record<string, unknown>;
};
type Answers = { token: () => Response; userInfo: () => Response; keys: () => Response; discovery: () => Response };
export type Trouble = Partial<Answers>;

type Grant = { claims: Claims; twist: Twist; nonce: string; challenge: string };
export type OidcProvider = Awaited<ReturnType<typeof playProvider>>;

const KID = "published-key";

export async function playProvider(settings: {
  places: Places;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** `iss` for a person's claims. */
  issuer: (claims: Claims) => string;
  /** Additional fields of the key in the key set (Microsoft: its issuer). */
  keyNotes?: Record<string, string>;
  /** The `prompt` of the authorization request. */
  prompt?: string;
  /** Changes the discovery document. */
  discovery?: Record<string, unknown>;
}) {
  const { places, clientId, clientSecret, redirectUri, issuer } = settings;
  const prompt = settings.prompt ?? "select_account";
  const header = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const signer = await signerOf(places.keys, clientSecret);
  const grants = new Map<string, Grant>();
  const bearers = new Map<string, Grant>();
  let trouble: Trouble = {};

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await formText(request));
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const good =
      grant !== undefined &&
      form.get("grant_type") === "authorization_code" &&
      (request.headers.get("Authorization") === header ||
        (form.get("client_id") === clientId && form.get("client_secret") === clientSecret)) &&
      form.get("redirect_uri") === redirectUri &&
      (await s256(form.get("code_verifier") ?? "")) === grant.challenge;
    if (!good) {
      return Response.json({ error: "invalid_grant", error_description: "Provider words" }, { status: 400 });
    }
    const access = crypto.randomUUID();
    bearers.set(access, grant);
    const { claims, twist, nonce } = grant;
    return Response.json({
      access_token: access,
      id_token: await signer.idToken({ ...claims, iss: issuer(claims), aud: clientId, nonce }, twist),
      token_type: "Bearer",
      expires_in: 3599,
    });
  }

  const discovery = () => ({
    issuer: issuer({ sub: "" }),
    authorization_endpoint: places.authorize,
    token_endpoint: places.token,
    userinfo_endpoint: places.userInfo,
    jwks_uri: places.keys,
    id_token_signing_alg_values_supported: ["RS256"],
  });

  function userInfo(request: Request): Response {
    const grant = bearers.get(request.headers.get("Authorization")?.replace("Bearer ", "") ?? "");
    if (!grant) return Response.json({ error: "invalid_token" }, { status: 401 });
    const { claims, twist } = grant;
    return Response.json({ sub: twist.userInfoSub ?? claims.sub, name: claims.name, ...twist.userInfo });
  }

  return {
    clientId,

    /** Signs with another key from now on; the published set has only that one. */
    changeKey: () => signer.change(),

    /** Replaces answers of the endpoints, until an empty object is set. */
    set trouble(next: Trouble) {
      trouble = next;
    },

    /** Plays the visit to the authorize page with consent; returns the URL that the browser is redirected to. */
    consent(authorizationUrl: string, claims: Claims, twist: Twist = {}): string {
      const asked = readRequest(authorizationUrl, { endpoint: places.authorize, clientId, redirectUri, prompt });
      const code = crypto.randomUUID();
      grants.set(code, { claims, twist, nonce: asked.nonce, challenge: asked.challenge });
      return `${redirectUri}?${new URLSearchParams({ state: asked.state, code })}`;
    },

    /** The answer to a fetch, or null if it is not for this provider. */
    async answer(request: Request): Promise<Response | null> {
      switch (`${request.method} ${request.url}`) {
        case `POST ${places.token}`:
          return trouble.token?.() ?? token(request);
        case `GET ${places.userInfo}`:
          return trouble.userInfo?.() ?? userInfo(request);
        case `GET ${places.keys}`:
          return trouble.keys?.() ?? Response.json({ keys: [{ ...signer.jwk(), ...settings.keyNotes }] });
        case `GET ${places.discovery ?? ""}`:
          return trouble.discovery?.() ?? Response.json({ ...discovery(), ...settings.discovery });
        default:
          return null;
      }
    },
  };
}

/** Parses an authorization request; throws if it violates the protocol or the app's registration. */
function readRequest(
  authorizationUrl: string,
  registered: { endpoint: string; clientId: string; redirectUri: string; prompt: string },
) {
  const url = new URL(authorizationUrl);
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const wrong = [
    url.origin + url.pathname !== registered.endpoint && "endpoint",
    asked("client_id") !== registered.clientId && "client_id",
    asked("redirect_uri") !== registered.redirectUri && "redirect_uri",
    asked("response_type") !== "code" && "response_type",
    asked("prompt") !== registered.prompt && "prompt",
    asked("code_challenge_method") !== "S256" && "code_challenge_method",
    !asked("scope").split(" ").includes("openid") && "scope",
    asked("nonce").length < 32 && "nonce",
    asked("state").length < 32 && "state",
  ].filter(Boolean);
  if (wrong.length > 0) throw new Error(`the authorization request is wrong in: ${wrong.join(", ")}`);
  return { state: asked("state"), nonce: asked("nonce"), challenge: asked("code_challenge") };
}

const signers = new Map<string, ReturnType<typeof createSigner>>();

/** The same key in every file that shares a Worker, which keeps the keys that it fetched, as it does of real providers. */
function signerOf(keys: string, clientSecret: string): ReturnType<typeof createSigner> {
  const signer = signers.get(keys) ?? createSigner(clientSecret);
  signers.set(keys, signer);
  return signer;
}

async function createSigner(clientSecret: string) {
  const newKey = async (kid: string) => {
    const pair = await generateKeyPair("RS256");
    return { ...pair, kid, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: "RS256", use: "sig" } };
  };
  let published = await newKey(KID);
  const forger = await newKey(KID);
  return {
    jwk: () => published.jwk,
    async change() {
      published = await newKey(crypto.randomUUID());
    },

    async idToken(claims: Claims, twist: Twist): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const right: Claims = { ...claims, iat: now, exp: now + 3600 };
      const payload = { ...(twist.claims?.(right) ?? right) };
      const signedBy = twist.signedBy ?? "published";
      if (signedBy === "client-secret") {
        const secret = new TextEncoder().encode(clientSecret.padEnd(32, "."));
        return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: published.kid }).sign(secret);
      }
      const { privateKey } = signedBy === "forger" ? forger : published;
      return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: published.kid }).sign(privateKey);
    },
  };
}

/** From here on `fetch` reaches these providers and nothing else. */
export function connectProviders(...providers: Pick<OidcProvider, "answer">[]) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    for (const provider of providers) {
      const answer = await provider.answer(request);
      if (answer) return answer;
    }
    throw new TypeError(`nobody is reachable at ${new URL(request.url).origin}`);
  });
}

/** Not `text()`: workerd warns of it for forms. */
async function formText(request: Request): Promise<string> {
  return new TextDecoder().decode(await request.arrayBuffer());
}

async function s256(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

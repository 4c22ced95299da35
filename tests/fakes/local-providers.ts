import { type Claims, playProvider } from "#tests/fakes/oidc-provider.ts";

/** The two providers as the local configuration addresses them, with invented people. */

const IDENTITY = "http://127.0.0.1:8788";
const APP = "http://localhost:8787";
export const TENANT = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

function placesOf(name: string) {
  const base = `${IDENTITY}/${name}`;
  return {
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    userInfo: `${base}/userinfo`,
    keys: `${base}/keys`,
  };
}

export const playGoogle = () =>
  playProvider({
    places: placesOf("google"),
    clientId: "acta-local-google",
    clientSecret: "acta-local-google-secret",
    redirectUri: `${APP}/api/auth/callback/google`,
    issuer: () => `${IDENTITY}/google`,
  });

export const playMicrosoft = () =>
  playProvider({
    places: placesOf("microsoft"),
    clientId: "acta-local-microsoft",
    clientSecret: "acta-local-microsoft-secret",
    redirectUri: `${APP}/api/auth/callback/microsoft`,
    issuer: ({ tid }) => `${IDENTITY}/microsoft/${String(tid)}/v2.0`,
  });

/** The provider of any make that vitest.config.ts names. */
export const playOidc = () =>
  playProvider({
    places: { ...placesOf("oidc"), discovery: `${IDENTITY}/oidc/.well-known/openid-configuration` },
    clientId: "taller-acta",
    clientSecret: "taller-acta-secret",
    redirectUri: `${APP}/api/auth/callback/oidc`,
    issuer: () => `${IDENTITY}/oidc`,
    prompt: "",
  });

/** Somebody at that provider, at a domain that it vouches for. */
export function oidcPerson(change: Partial<Claims> = {}): Claims {
  const sub = crypto.randomUUID();
  return { sub, name: "Berta Roig", email: `${sub}@taller.example`, email_verified: true, ...change };
}

/** Somebody at Google; every call is somebody else, so that tests of one file do not meet. */
export function googlePerson(change: Partial<Claims> = {}): Claims {
  const sub = crypto.randomUUID();
  return { sub, name: "Nora Puig", email: `${sub}@gmail.com`, email_verified: true, ...change };
}

export function microsoftPerson(change: Partial<Claims> = {}): Claims {
  const oid = crypto.randomUUID();
  return { sub: `pairwise-${oid}`, tid: TENANT, oid, name: "Claire Morel", email: `${oid}@atelier.example`, ...change };
}

import type { ProviderName } from "#app/server/ports/identity-provider.ts";

/** URLs and issuers of one provider. The same code runs against the real providers and the local provider on loopback. */
export type Endpoints = {
  authorize: string;
  token: string;
  userInfo: string;
  keys: string;
  /** Accepted `iss` of an id_token; `{tid}` stands for the token's own tenant. */
  issuers: readonly string[];
};

/** Google: https://accounts.google.com/.well-known/openid-configuration */
const GOOGLE: Endpoints = {
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  userInfo: "https://www.googleapis.com/oauth2/v3/userinfo",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
  issuers: ["https://accounts.google.com", "accounts.google.com"],
};

/** Microsoft: https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration */
const MICROSOFT: Endpoints = {
  authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  userInfo: "https://graph.microsoft.com/oidc/userinfo",
  keys: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
  issuers: ["https://login.microsoftonline.com/{tid}/v2.0"],
};

/** `localOrigin` is the local provider's (workers/local/identity-provider.mjs); null means the real providers. */
export function endpointsOf(provider: ProviderName, localOrigin: string | null): Endpoints {
  if (localOrigin === null) return provider === "google" ? GOOGLE : MICROSOFT;
  const base = `${localOrigin}/${provider}`;
  return {
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    userInfo: `${base}/userinfo`,
    keys: `${base}/keys`,
    issuers: [provider === "google" ? base : `${base}/{tid}/v2.0`],
  };
}

import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import type { KeySet } from "#app/server/adapters/identity/id-token.ts";
import type { Endpoints } from "#app/server/adapters/identity/token-request.ts";
import type { AttemptSecrets } from "#app/server/ports/identity-provider.ts";

/** Settings of the strategy for one sign-in attempt. Each attempt has its own strategy, so that none is shared. */
export type StrategySetup = {
  provider: ProviderName;
  clientId: string;
  clientSecret: string;
  /** Absolute, so that no request header can change it. */
  callbackUrl: string;
  endpoints: Endpoints;
  keys: KeySet;
  secrets: AttemptSecrets;
  /** BASE64URL(SHA-256(codeVerifier)), RFC 7636 §4.2. */
  codeChallenge: string;
};

/** Adds PKCE and the nonce, which the libraries' authorization parameters lack. */
export function withProof(params: URLSearchParams, setup: StrategySetup): URLSearchParams {
  params.set("nonce", setup.secrets.nonce);
  params.set("code_challenge", setup.codeChallenge);
  params.set("code_challenge_method", "S256");
  return params;
}

export async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The first of the names that says something, else what stands before the @ of the address. */
export function nameOf(names: readonly (string | undefined)[], email: string | null): string {
  const name = names.map((each) => cleanName(each ?? "")).find((each) => each !== "");
  return name ?? (email ?? "").split("@", 1)[0] ?? "";
}

/** The form of the token request; the library adds grant type and redirect_uri. */
export function tokenForm(params: URLSearchParams, setup: StrategySetup, code: string): URLSearchParams {
  params.set("client_id", setup.clientId);
  params.set("client_secret", setup.clientSecret);
  params.set("code", code);
  return params;
}

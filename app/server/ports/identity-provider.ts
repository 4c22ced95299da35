import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import type { Outcome } from "#app/domain/outcome.ts";

/** A person's profile from a provider. Identity is (provider, subject); only a verified e-mail may link accounts. */
export type ProviderProfile = {
  provider: ProviderName;
  /** Google: `sub`. Microsoft: `<tid>:<oid>`. Any other: `<issuer>#<sub>`. */
  subject: string;
  name: string;
  /** Lower case. */
  email: string | null;
  /** Only where the provider vouches for the address; a Microsoft e-mail claim alone never does. */
  emailVerified: boolean;
};

/** code-refused: the provider did not accept the code. profile-refused: its answer does not prove the identity. */
export type IdentityRefusal = "code-refused" | "profile-refused";

/** Secrets of an attempt, kept on the server until the browser comes back. */
export type AttemptSecrets = { nonce: string; codeVerifier: string };

/** One OAuth/OIDC provider, over remix-auth's strategies. Throws UpstreamError; refusals are values. */
export interface IdentityProvider {
  readonly name: ProviderName;
  /** Returns the URL to send the browser to, and the state that identifies the attempt later (122 random bits or more). */
  begin(secrets: AttemptSecrets): Promise<{ url: string; state: string }>;
  /**
   * Exchanges the code, verifies the id_token (signature, issuer, audience, nonce, time) and reads the profile.
   * The caller has made sure that `state` is that of an attempt of this browser.
   */
  complete(
    callback: { code: string; state: string } & AttemptSecrets,
  ): Promise<Outcome<ProviderProfile, IdentityRefusal>>;
}

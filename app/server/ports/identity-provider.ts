export type ProviderName = "google" | "microsoft";

/** Who a provider says somebody is. Identity is (provider, subject); the e-mail links nothing unless vouched for. */
export type ProviderProfile = {
  provider: ProviderName;
  /** Google: `sub`. Microsoft: `<tid>:<oid>`. */
  subject: string;
  name: string;
  email: string | null;
  /** Only where the provider vouches for the address; a Microsoft e-mail claim alone never does. */
  emailVerified: boolean;
};

/** One OAuth/OIDC provider, over remix-auth's strategies. Throws UpstreamError; refusals are values. */
export interface IdentityProvider {
  readonly name: ProviderName;
  /** The provider's authorization URL for this attempt. */
  authorizationUrl(attempt: { state: string; nonce: string; codeVerifier: string }): Promise<string>;
  /** Exchanges the code, verifies the id_token (signature, issuer, audience, nonce, time) and reads the profile. */
  exchange(callback: { code: string; nonce: string; codeVerifier: string }): Promise<ProviderProfile>;
}

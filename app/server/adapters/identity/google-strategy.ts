import { type GoogleExtraParams, type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { RefusedError, verifyIdToken } from "#app/server/adapters/identity/id-token.ts";
import { nameOf, type StrategySetup, tokenForm, withProof } from "#app/server/adapters/identity/strategy-setup.ts";
import { requestTokens, requestUserInfo } from "#app/server/adapters/identity/token-request.ts";
import type { ProviderProfile } from "#app/server/ports/identity-provider.ts";

/**
 * remix-auth-google with what it lacks: PKCE, nonce, a verified id_token, time-outs, and a refusal where userinfo fails.
 * The flow itself (state, callback, order of the calls, scopes) stays the library's.
 */
export class GoogleOidcStrategy extends GoogleStrategy<ProviderProfile> {
  readonly #setup: StrategySetup;

  constructor(setup: StrategySetup) {
    super(
      {
        clientID: setup.clientId,
        clientSecret: setup.clientSecret,
        callbackURL: setup.callbackUrl,
        prompt: "select_account",
      },
      ({ extraParams, profile }) => verify(setup, extraParams.id_token, profile),
    );
    this.#setup = setup;
    this.authorizationURL = setup.endpoints.authorize;
    this.tokenURL = setup.endpoints.token;
  }

  protected override authorizationParams(): URLSearchParams {
    return withProof(super.authorizationParams(), this.#setup);
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#setup.secrets.codeVerifier });
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const tokens = await requestTokens("google", this.tokenURL, tokenForm(params, this.#setup, code));
    // The library types more than we take from the answer (even the number of seconds).
    return { accessToken: tokens.access_token, extraParams: { id_token: tokens.id_token } as GoogleExtraParams };
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const info = await requestUserInfo("google", this.#setup.endpoints.userInfo, accessToken);
    return { provider: "google", id: info.sub, displayName: info.name ?? "" } as GoogleProfile;
  }
}

async function verify(setup: StrategySetup, idToken: string, profile: GoogleProfile): Promise<ProviderProfile> {
  const claims = await verifyIdToken(idToken, setup);
  if (claims.sub !== profile.id) throw new RefusedError("profile-refused", "userinfo speaks of somebody else");
  const email = claims.email?.toLowerCase() ?? null;
  return {
    provider: "google",
    subject: claims.sub,
    name: nameOf([claims.name, profile.displayName], email),
    email,
    emailVerified: email !== null && claims.email_verified === true && googleOwns(email, claims.hd),
  };
}

/**
 * Google has verified an address of another host once, but does not know its present owner: Google is authoritative only for its
 * own mail and for Workspace domains ("Google is authoritative", Google Identity, verifying the ID token).
 */
function googleOwns(email: string, hostedDomain: string | undefined): boolean {
  return hostedDomain !== undefined || email.endsWith("@gmail.com") || email.endsWith("@googlemail.com");
}

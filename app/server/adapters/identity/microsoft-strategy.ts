import { type MicrosoftExtraParams, type MicrosoftProfile, MicrosoftStrategy } from "remix-auth-microsoft";
import { RefusedError, verifyIdToken } from "#app/server/adapters/identity/id-token.ts";
import { nameOf, type StrategySetup, tokenForm, withProof } from "#app/server/adapters/identity/strategy-setup.ts";
import { requestTokens, requestUserInfo } from "#app/server/adapters/identity/token-request.ts";
import type { ProviderProfile } from "#app/server/ports/identity-provider.ts";

/**
 * remix-auth-microsoft with what it lacks: PKCE, nonce, a verified id_token of the right tenant, time-outs, and a refusal
 * where userinfo fails. Its default prompt "none" breaks a first sign-in, so the choice of account is asked for.
 */
export class MicrosoftOidcStrategy extends MicrosoftStrategy<ProviderProfile> {
  readonly #setup: StrategySetup;

  constructor(setup: StrategySetup) {
    super(
      {
        clientId: setup.clientId,
        clientSecret: setup.clientSecret,
        redirectUri: setup.callbackUrl,
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
    const tokens = await requestTokens("microsoft", this.tokenURL, tokenForm(params, this.#setup, code));
    // The library types more than we take from the answer (even the number of seconds).
    return { accessToken: tokens.access_token, extraParams: { id_token: tokens.id_token } as MicrosoftExtraParams };
  }

  protected override async userProfile(accessToken: string): Promise<MicrosoftProfile> {
    const info = await requestUserInfo("microsoft", this.#setup.endpoints.userInfo, accessToken);
    return { provider: "microsoft", id: info.sub, displayName: info.name ?? "" } as MicrosoftProfile;
  }
}

/**
 * The identity comes from the id_token alone: userinfo is Graph's, and its `sub` is pairwise to Graph for some accounts, so it
 * gives at most a name. The tenant's administrator can write any e-mail claim; it is verified only with xms_edov.
 */
async function verify(setup: StrategySetup, idToken: string, profile: MicrosoftProfile): Promise<ProviderProfile> {
  const claims = await verifyIdToken(idToken, setup);
  if (!claims.tid || !claims.oid) throw new RefusedError("profile-refused", "the id_token names no tenant or person");
  const email = claims.email?.toLowerCase() ?? null;
  return {
    provider: "microsoft",
    subject: `${claims.tid}:${claims.oid}`.toLowerCase(),
    name: nameOf([claims.name, profile.displayName], email),
    email,
    emailVerified: email !== null && (claims.xms_edov === true || Number(claims.xms_edov) === 1),
  };
}

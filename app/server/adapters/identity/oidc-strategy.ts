import { OAuth2Strategy } from "remix-auth-oauth2";
import { RefusedError, verifyIdToken } from "#app/server/adapters/identity/id-token.ts";
import { nameOf, type StrategySetup, tokenForm, withProof } from "#app/server/adapters/identity/strategy-setup.ts";
import { requestTokens, requestUserInfo, type UserInfo } from "#app/server/adapters/identity/token-request.ts";
import type { ProviderProfile } from "#app/server/ports/identity-provider.ts";

type Tokens = { id_token: string };
type Profile = { provider: "oidc" };

/** One OpenID Connect provider of any make. `emailDomains`: the domains whose addresses it vouches for; `*` for all. */
export class OidcStrategy extends OAuth2Strategy<ProviderProfile, Profile, Tokens> {
  readonly #setup: StrategySetup;
  readonly #clientAuth: "basic" | "post";

  constructor(setup: StrategySetup, own: { clientAuth: "basic" | "post"; emailDomains: readonly string[] }) {
    super(
      {
        authorizationURL: setup.endpoints.authorize,
        tokenURL: setup.endpoints.token,
        clientID: setup.clientId,
        clientSecret: setup.clientSecret,
        callbackURL: setup.callbackUrl,
        scope: "openid profile email",
      },
      ({ accessToken, extraParams }) => verify(setup, own.emailDomains, { accessToken, ...extraParams }),
    );
    this.#setup = setup;
    this.#clientAuth = own.clientAuth;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return withProof(super.authorizationParams(params), this.#setup);
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#setup.secrets.codeVerifier });
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const form = tokenForm(params, this.#setup, code);
    if (this.#clientAuth === "post") return tokensOf(await requestTokens("oidc", this.tokenURL, form));
    for (const name of ["client_id", "client_secret"]) form.delete(name);
    return tokensOf(await requestTokens("oidc", this.tokenURL, form, { Authorization: basic(this.#setup) }));
  }

  protected override async userProfile(): Promise<Profile> {
    return { provider: "oidc" };
  }
}

function tokensOf(tokens: { access_token: string; id_token: string }) {
  return { accessToken: tokens.access_token, extraParams: { id_token: tokens.id_token } };
}

/** RFC 6749 §2.3.1: both are form-encoded first. */
function basic({ clientId, clientSecret }: StrategySetup): string {
  const encoded = (text: string) => new URLSearchParams({ t: text }).toString().slice(2);
  return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`;
}

/**
 * The identity is the issuer's subject, by the id_token alone: with another issuer in the configuration the same subject is another person.
 * Many providers leave address and name to userinfo, which must speak of the same subject.
 */
async function verify(
  setup: StrategySetup,
  emailDomains: readonly string[],
  tokens: { accessToken: string; id_token: string },
): Promise<ProviderProfile> {
  const { userInfo } = setup.endpoints;
  const claims = await verifyIdToken(tokens.id_token, setup);
  let said: UserInfo = claims;
  if (claims.email === undefined && userInfo !== null) {
    said = await requestUserInfo("oidc", userInfo, tokens.accessToken);
    if (said.sub !== claims.sub) throw new RefusedError("profile-refused", "userinfo speaks of somebody else");
  }
  const email = said.email?.toLowerCase() ?? null;
  return {
    provider: "oidc",
    subject: `${claims.iss}#${claims.sub}`,
    name: nameOf([claims.name, said.name, claims.preferred_username, said.preferred_username], email),
    email,
    emailVerified: email !== null && said.email_verified === true && vouchesFor(emailDomains, email),
  };
}

/** A provider that anybody can register at may have verified an address once; the operator says for which domains it speaks (decision 219). */
function vouchesFor(domains: readonly string[], email: string): boolean {
  return domains.includes("*") || domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

import { type AuthenticateOptions, AuthorizationError, type Strategy } from "remix-auth";
import { createSession, type Session, type SessionStorage } from "@remix-run/server-runtime";
import { invariant } from "#app/domain/invariant.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { discover } from "#app/server/adapters/identity/discovery.ts";
import { GoogleOidcStrategy } from "#app/server/adapters/identity/google-strategy.ts";
import { type KeySet, RefusedError, remoteKeys } from "#app/server/adapters/identity/id-token.ts";
import { MicrosoftOidcStrategy } from "#app/server/adapters/identity/microsoft-strategy.ts";
import { OidcStrategy } from "#app/server/adapters/identity/oidc-strategy.ts";
import { challengeOf, type StrategySetup } from "#app/server/adapters/identity/strategy-setup.ts";
import { type Endpoints, endpointsOf } from "#app/server/adapters/identity/token-request.ts";
import type { AttemptSecrets, IdentityProvider, ProviderProfile } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

type ClientSettings = {
  /** The app's own origin; the callback is `/api/auth/callback/<provider>` on it. */
  origin: string;
  clientId: string;
  clientSecret: string;
};
type Open = (setup: StrategySetup) => Strategy<ProviderProfile, never>;

/** Without a failure redirect and with throwOnError the library answers with a value or throws; it writes no session. */
const OPTIONS: AuthenticateOptions = {
  name: "oidc",
  sessionKey: "user",
  sessionErrorKey: "error",
  sessionStrategyKey: "strategy",
  throwOnError: true,
};

const STRATEGIES: Record<"google" | "microsoft", Open> = {
  google: (setup) => new GoogleOidcStrategy(setup),
  microsoft: (setup) => new MicrosoftOidcStrategy(setup),
};

/** Google or Microsoft. Keep a provider as long as the isolate lives, for it keeps the signing keys. */
export function createIdentityProvider(
  provider: "google" | "microsoft",
  settings: ClientSettings & { localOrigin: string | null },
): IdentityProvider {
  const endpoints = endpointsOf(provider, settings.localOrigin);
  return overStrategy(provider, settings, { endpoints: async () => endpoints, open: STRATEGIES[provider] });
}

/** A provider of any make, found by its issuer. */
export function createOidcProvider(
  settings: ClientSettings & { issuer: string; clientAuth: "basic" | "post"; emailDomains: readonly string[] },
): IdentityProvider {
  return overStrategy("oidc", settings, {
    endpoints: discover(settings.issuer),
    open: (setup) => new OidcStrategy(setup, settings),
  });
}

function overStrategy(
  provider: ProviderName,
  settings: ClientSettings,
  { endpoints, open: openWith }: { endpoints: () => Promise<Endpoints>; open: Open },
): IdentityProvider {
  const callbackUrl = `${settings.origin}/api/auth/callback/${provider}`;
  let keys: { url: string; set: KeySet } | null = null;

  async function open(secrets: AttemptSecrets): Promise<Strategy<ProviderProfile, never>> {
    const codeChallenge = await challengeOf(secrets.codeVerifier);
    const { clientId, clientSecret } = settings;
    const found = await endpoints();
    if (keys?.url !== found.keys) keys = { url: found.keys, set: remoteKeys(found.keys) };
    const setup: StrategySetup = {
      provider,
      clientId,
      clientSecret,
      callbackUrl,
      endpoints: found,
      keys: keys.set,
      secrets,
      codeChallenge,
    };
    return openWith(setup);
  }

  return {
    name: provider,

    async begin(secrets) {
      const strategy = await open(secrets);
      const attempt = attemptStorage(null);
      // Any path but the callback's makes the library begin: it throws the redirect to the provider.
      const answer: unknown = await strategy
        .authenticate(new Request(settings.origin), attempt.storage, OPTIONS)
        .catch((thrown: unknown) => thrown);
      const url = answer instanceof Response ? answer.headers.get("Location") : null;
      const state = attempt.state();
      invariant(url && state, "the strategy begins with a redirect and a state");
      return { url, state };
    },

    async complete({ code, state, ...secrets }) {
      const strategy = await open(secrets);
      const callback = new Request(`${callbackUrl}?${new URLSearchParams({ code, state })}`);
      try {
        return ok(await strategy.authenticate(callback, attemptStorage(state).storage, OPTIONS));
      } catch (error) {
        const cause = error instanceof AuthorizationError ? error.cause : error;
        if (cause instanceof RefusedError) return refused(cause.reason);
        if (cause instanceof UpstreamError) throw cause;
        throw error;
      }
    },
  };
}

/** Session key under which OAuth2Strategy looks for its state (a private constant of remix-auth-oauth2 1.11). */
const STATE_KEY = "oauth2:state";

/**
 * The session that is given to the library: it lives for one call and holds one attempt's state. The library's own session holds
 * one state per browser, so two tabs would break each other; ours is in D1, one row per attempt.
 */
function attemptStorage(state: string | null): { storage: SessionStorage; state(): string | null } {
  const session: Session = createSession(state === null ? {} : { [STATE_KEY]: state });
  return {
    storage: {
      getSession: async () => session,
      commitSession: async () => "",
      destroySession: async () => "",
    },
    state() {
      const kept: unknown = session.get(STATE_KEY);
      return typeof kept === "string" ? kept : null;
    },
  };
}

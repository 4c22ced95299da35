import { type AuthenticateOptions, AuthorizationError, type Strategy } from "remix-auth";
import { createSession, type Session, type SessionStorage } from "@remix-run/server-runtime";
import { invariant } from "#app/domain/invariant.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { GoogleOidcStrategy } from "#app/server/adapters/identity/google-strategy.ts";
import { RefusedError, remoteKeys } from "#app/server/adapters/identity/id-token.ts";
import { MicrosoftOidcStrategy } from "#app/server/adapters/identity/microsoft-strategy.ts";
import { challengeOf, type StrategySetup } from "#app/server/adapters/identity/strategy-setup.ts";
import { endpointsOf } from "#app/server/adapters/identity/token-request.ts";
import type {
  AttemptSecrets,
  IdentityProvider,
  ProviderName,
  ProviderProfile,
} from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

export type IdentitySettings = {
  /** The app's own origin; the callback is `/api/auth/callback/<provider>` on it. */
  origin: string;
  clientId: string;
  clientSecret: string;
  localOrigin: string | null;
};

/** Without a failure redirect and with throwOnError the library answers with a value or throws; it writes no session. */
const OPTIONS: AuthenticateOptions = {
  name: "oidc",
  sessionKey: "user",
  sessionErrorKey: "error",
  sessionStrategyKey: "strategy",
  throwOnError: true,
};

const STRATEGIES: Record<ProviderName, (setup: StrategySetup) => Strategy<ProviderProfile, never>> = {
  google: (setup) => new GoogleOidcStrategy(setup),
  microsoft: (setup) => new MicrosoftOidcStrategy(setup),
};

/** An identity provider over remix-auth's strategy; keep it as long as the isolate lives, for it keeps the signing keys. */
export function createIdentityProvider(provider: ProviderName, settings: IdentitySettings): IdentityProvider {
  const endpoints = endpointsOf(provider, settings.localOrigin);
  const keys = remoteKeys(endpoints.keys);
  const callbackUrl = `${settings.origin}/api/auth/callback/${provider}`;

  async function open(secrets: AttemptSecrets): Promise<Strategy<ProviderProfile, never>> {
    const codeChallenge = await challengeOf(secrets.codeVerifier);
    const { clientId, clientSecret } = settings;
    const setup: StrategySetup = {
      provider,
      clientId,
      clientSecret,
      callbackUrl,
      endpoints,
      keys,
      secrets,
      codeChallenge,
    };
    return STRATEGIES[provider](setup);
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

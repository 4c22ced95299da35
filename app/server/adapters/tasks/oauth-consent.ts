import * as z from "zod";
import { ok, refused } from "#app/domain/outcome.ts";
import { askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import type { ConnectedAccount, ConnectionClient, ConnectionTokens } from "#app/server/ports/connection-client.ts";
import type { TaskClient } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** `scope` is a list at some services, text at others, and absent where all that was asked for is granted (RFC 6749 §5.1). */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
});
const tokenFault = z.object({ error: z.string() });
type TokenAnswer = z.output<typeof tokenAnswer>;

type Settings = {
  service: string;
  client: TaskClient;
  authorizeUrl: string;
  /** Beside the client, the way back and the state: the scope, and what else the service wants. */
  authorizeWith: Record<string, string>;
  /** RFC 7636; false for a service that does not say that it knows it. */
  pkce: boolean;
  tokenUrl: string;
  /** RFC 6749 has forms; some services document JSON. */
  tokenBody?: "form" | "json";
  isEnough?: (scopes: ReadonlySet<string>) => boolean;
  /** The account of a new token; null where the token reaches none that takes tasks. */
  account: (token: string) => Promise<ConnectedAccount | null>;
  revoke: ConnectionClient["revoke"];
};

/** The consent of a service that follows OAuth 2.0 with a code, and with refresh tokens where it has them. */
export function oauthConsent(settings: Settings): ConnectionClient {
  const { service, client, authorizeUrl, authorizeWith, pkce, isEnough, revoke } = settings;
  const { clientId, clientSecret, redirectUri } = client;
  const post = (values: Record<string, string>) => {
    const all = { ...values, client_id: clientId, client_secret: clientSecret };
    const isJson = settings.tokenBody === "json";
    return askService(service, settings.tokenUrl, {
      method: "POST",
      headers: { Accept: "application/json", ...(isJson && { "Content-Type": "application/json" }) },
      body: isJson ? JSON.stringify(all) : new URLSearchParams(all),
    });
  };
  return {
    revoke,
    consentUrl: ({ state, codeChallenge }) =>
      `${authorizeUrl}?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        state,
        ...(pkce && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
        ...authorizeWith,
      })}`,

    async exchange({ code, codeVerifier, now }) {
      const answer = await post({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        ...(pkce && { code_verifier: codeVerifier }),
      });
      if (answer.status >= 400) return refused("code-refused");
      const said = parsed(service, answer, tokenAnswer);
      const scopes = scopesOf(said);
      if (scopes !== null && isEnough?.(scopes) === false) return refused("scopes-missing");
      const account = await settings.account(said.access_token);
      return account === null ? refused("scopes-missing") : ok({ tokens: tokensOf(said, now, null), account });
    },

    async refresh(refreshToken, now) {
      const answer = await post({ grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status >= 400) {
        // A secret of ours that ran out is no person's doing: they need not consent again.
        const fault = tokenFault.safeParse(answer.body);
        if (!fault.success || fault.data.error === "invalid_client")
          throw new UpstreamError({ service, status: answer.status, retryable: true });
        return refused("invalid-grant");
      }
      return ok(tokensOf(parsed(service, answer, tokenAnswer), now, refreshToken));
    },
  };
}

function scopesOf({ scope }: TokenAnswer): Set<string> | null {
  if (scope === null || scope === undefined) return null;
  return new Set(typeof scope === "string" ? scope.split(/[\s,]+/) : scope);
}

function tokensOf(said: TokenAnswer, now: number, before: string | null): ConnectionTokens {
  return {
    access: said.access_token,
    refresh: said.refresh_token ?? before,
    expiresAt: said.expires_in ? now + said.expires_in * 1000 : null,
  };
}

import * as z from "zod";
import { ok, refused } from "#app/domain/outcome.ts";
import { askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { askLinear, linearAddresses } from "#app/server/adapters/tasks/linear/linear-api.ts";
import type { ConnectionClient, ConnectionTokens } from "#app/server/ports/connection-client.ts";
import type { TaskClient } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** `scope` is a list in newer answers, and text in older ones. */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.union([z.string(), z.array(z.string())]),
});
const me = z.object({ organization: z.object({ id: z.string().min(1), name: z.string() }) });

/** `read` is for teams, people and the states of issues. */
const SCOPES = ["read", "issues:create"];

/**
 * The consent of Linear (https://linear.app/developers/oauth-2-0-authentication): OAuth 2.0 with PKCE. Access tokens last a day; a refresh
 * token is good once, and Linear answers the same again for half an hour where the first answer was lost.
 */
export function linearConsent(client: TaskClient): ConnectionClient {
  const { clientId, clientSecret, redirectUri } = client;
  const { site, api } = linearAddresses(client);
  const post = (path: string, form: Record<string, string>) =>
    askService("linear", `${api}/oauth/${path}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
    });
  return {
    consentUrl: ({ state, codeChallenge }) =>
      `${site}/oauth/authorize?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: SCOPES.join(","),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        prompt: "consent",
      })}`,

    async exchange({ code, codeVerifier, now }) {
      const answer = await post("token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      if (answer.status >= 400) return refused("code-refused");
      const said = parsed("linear", answer, tokenAnswer);
      const granted = new Set(typeof said.scope === "string" ? said.scope.split(/[\s,]+/) : said.scope);
      if (!SCOPES.every((scope) => granted.has(scope) || granted.has("write"))) return refused("scopes-missing");
      const asked = { operationName: "ActaOrganization", query: "query ActaOrganization { organization { id name } }" };
      const found = await askLinear(api, said.access_token, asked);
      if (!found.ok) throw new UpstreamError({ service: "linear", status: found.status, retryable: false });
      const { organization } = parsed("linear", { status: 200, body: found.data }, me);
      return ok({
        tokens: tokensOf(said, now, null),
        account: { accountId: organization.id, name: organization.name },
      });
    },

    async refresh(refreshToken, now) {
      const answer = await post("token", { grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status >= 400) return refused("invalid-grant");
      return ok(tokensOf(parsed("linear", answer, tokenAnswer), now, refreshToken));
    },

    async revoke({ access, refresh }) {
      // A revoked refresh token takes its access tokens with it.
      await post("revoke", refresh === null ? { token: access } : { token: refresh, token_type_hint: "refresh_token" });
    },
  };
}

function tokensOf(said: z.output<typeof tokenAnswer>, now: number, before: string | null): ConnectionTokens {
  return {
    access: said.access_token,
    refresh: said.refresh_token ?? before,
    expiresAt: said.expires_in ? now + said.expires_in * 1000 : null,
  };
}

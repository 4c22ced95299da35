import * as z from "zod";
import { ok, refused } from "#app/domain/outcome.ts";
import {
  askPipedrive,
  goodAnswer,
  pipedriveBase,
  pipedriveOAuthBase,
} from "#app/server/adapters/crm/pipedrive-request.ts";
import type { ConnectionClient, ConnectionTokens } from "#app/server/ports/connection-client.ts";

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  scope: z.string(),
  api_domain: z.url(),
});
const me = z.object({ data: z.object({ company_name: z.string() }) });

/** Scopes are chosen where the app is registered; these are needed. */
const NEEDED = ["contacts:full", "activities:full"];

/** The consent of Pipedrive: OAuth 2.0 without PKCE; the client proves itself with HTTP Basic. */
export function pipedriveOAuth({
  clientId,
  clientSecret,
  redirectUri,
  localOrigin,
}: {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  localOrigin: string | null;
}): ConnectionClient {
  const base = pipedriveOAuthBase(localOrigin);
  const post = (path: string, form: Record<string, string>) =>
    askPipedrive(`${base}/oauth/${path}`, {
      method: "POST",
      headers: { Accept: "application/json", Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams(form),
    });
  return {
    consentUrl: ({ state }) =>
      `${base}/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state })}`,
    async exchange({ code, now }) {
      const answer = await post("token", { grant_type: "authorization_code", code, redirect_uri: redirectUri });
      if (answer.status === 400) return refused("code-refused");
      const read = goodAnswer(answer, tokenAnswer);
      const granted = read.scope.split(/[\s,]+/);
      if (!NEEDED.every((scope) => granted.includes(scope))) return refused("scopes-missing");
      const { host } = new URL(read.api_domain);
      const headers = { Authorization: `Bearer ${read.access_token}` };
      const { data } = goodAnswer(
        await askPipedrive(`${pipedriveBase(host, localOrigin)}/api/v1/users/me`, { headers }),
        me,
      );
      return ok({ tokens: tokensOf(read, now), account: { accountId: host, name: data.company_name } });
    },
    async refresh(refreshToken, now) {
      const answer = await post("token", { grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status === 400 || answer.status === 401) return refused("invalid-grant");
      return ok(tokensOf(goodAnswer(answer, tokenAnswer), now));
    },
    async revoke({ refresh }) {
      if (refresh !== null) await post("revoke", { token: refresh, token_type_hint: "refresh_token" });
    },
  };
}

function tokensOf(read: z.infer<typeof tokenAnswer>, now: number): ConnectionTokens {
  return { access: read.access_token, refresh: read.refresh_token, expiresAt: now + read.expires_in * 1000 };
}

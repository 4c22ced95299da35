import * as z from "zod";
import { ok, refused } from "#app/domain/outcome.ts";
import {
  askSalesforce,
  goodAnswer,
  isWithoutApi,
  SALESFORCE_VERSION,
  salesforceBase,
  salesforceLogin,
} from "#app/server/adapters/crm/salesforce/salesforce-request.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { CrmClient } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SCOPES = ["api", "refresh_token"];

/** A token says nothing of its end, which the company sets: it is refreshed when it is refused. */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Absent in the answer to a refresh, unless the app replaces refresh tokens. */
  refresh_token: z.string().min(1).optional(),
  instance_url: z.url(),
});
const organization = z.object({ records: z.array(z.object({ Name: z.string().nullish() })) });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/** Refusals of the token endpoint that pass: Salesforce says so of a refresh token that is used twice at once. */
const PASSING = /already being processed|retry your request/iu;

/** The consent of Salesforce: OAuth 2.0 with PKCE, at the host where the company's people sign in. */
export function salesforceOAuth({
  clientId,
  clientSecret,
  redirectUri,
  loginOrigin,
  localOrigin,
}: CrmClient): ConnectionClient {
  const login = `${salesforceLogin({ loginOrigin, localOrigin })}/services/oauth2`;
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await askSalesforce(`${login}/${path}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
    });
    const said = answer.status === 400 ? refusal.safeParse(answer.body).data : undefined;
    if (PASSING.test(said?.error_description ?? ""))
      throw new UpstreamError({ service: "salesforce", status: 429, retryable: true });
    return answer;
  };
  return {
    consentUrl({ state, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(" "),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      });
      return `${login}/authorize?${query}`;
    },
    async exchange({ code, codeVerifier }) {
      const answer = await post("token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      if (answer.status === 400) return refused("code-refused");
      const { access_token: access, refresh_token: refresh, instance_url } = goodAnswer(answer, tokenAnswer);
      // Without the scope refresh_token the connection would end with its first token.
      if (refresh === undefined) return refused("scopes-missing");
      const { host } = new URL(instance_url);
      const query = new URLSearchParams({ q: "SELECT Name FROM Organization LIMIT 1" });
      const address = `${salesforceBase(host, localOrigin)}/services/data/${SALESFORCE_VERSION}/query?${query}`;
      const said = await askSalesforce(address, { headers: { Authorization: `Bearer ${access}` } });
      if (isWithoutApi(said)) return refused("no-api");
      // A person with few rights may use the API and not see the company.
      const name = said.status < 300 ? goodAnswer(said, organization).records[0]?.Name : null;
      return ok({ tokens: { access, refresh, expiresAt: null }, account: { accountId: host, name: name || host } });
    },
    async refresh(refreshToken) {
      const answer = await post("token", { grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status === 400 || answer.status === 401) return refused("invalid-grant");
      const { access_token: access, refresh_token: next } = goodAnswer(answer, tokenAnswer);
      return ok({ access, refresh: next ?? refreshToken, expiresAt: null });
    },
    async revoke({ refresh }) {
      if (refresh !== null) await post("revoke", { token: refresh });
    },
  };
}

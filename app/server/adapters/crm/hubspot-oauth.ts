import * as z from "zod";
import { ok, refused } from "#app/domain/outcome.ts";
import {
  askHubSpot,
  goodAnswer,
  HUBSPOT_VERSION,
  type HubSpotAddresses,
} from "#app/server/adapters/crm/hubspot-request.ts";
import type { ConnectionClient, ConnectionTokens } from "#app/server/ports/connection-client.ts";

/** Notes, meetings and tasks need the scopes of contacts too; HubSpot has none of their own. */
const SCOPES = ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write", "crm.schemas.contacts.read"];
const NEEDED = SCOPES.slice(0, 3);
/** Companies, deals and owners of tasks. An account that cannot give them is connected without. */
const OPTIONAL_SCOPES = [
  "crm.objects.companies.read",
  "crm.objects.companies.write",
  "crm.objects.deals.read",
  "crm.objects.deals.write",
  "crm.objects.owners.read",
];

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  hub_id: z.coerce.string().optional(),
  scopes: z.array(z.string()).optional(),
});
const introspection = z.object({
  hub_id: z.coerce.string(),
  hub_domain: z.string().optional(),
  scopes: z.array(z.string()).optional(),
});

/** The consent of HubSpot: OAuth 2.0 with PKCE. Tokens last half an hour; the refresh token stays. */
export function hubSpotOAuth({
  clientId,
  clientSecret,
  redirectUri,
  addresses,
}: {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  addresses: HubSpotAddresses;
}): ConnectionClient {
  const endpoint = `${addresses.api}/oauth/${HUBSPOT_VERSION}/token`;
  const post = (url: string, form: Record<string, string>) =>
    askHubSpot(url, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
    });
  return {
    consentUrl({ state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(" "),
        optional_scope: OPTIONAL_SCOPES.join(" "),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      });
      return `${addresses.authorize}?${query}`;
    },
    async exchange({ code, codeVerifier, now }) {
      const answer = await post(endpoint, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      if (answer.status === 400) return refused("code-refused");
      const tokens = tokensOf(goodAnswer(answer, tokenAnswer), now);
      const said = await post(`${endpoint}/introspect`, { token: tokens.access, token_type_hint: "access_token" });
      const { hub_id, hub_domain, scopes = [] } = goodAnswer(said, introspection);
      if (!NEEDED.every((scope) => scopes.includes(scope))) return refused("scopes-missing");
      return ok({ tokens, account: { accountId: hub_id, name: hub_domain ?? hub_id } });
    },
    async refresh(refreshToken, now) {
      const answer = await post(endpoint, { grant_type: "refresh_token", refresh_token: refreshToken });
      // HubSpot answers 400 to a refresh token of a person who has removed the app.
      if (answer.status === 400 || answer.status === 401) return refused("invalid-grant");
      return ok(tokensOf(goodAnswer(answer, tokenAnswer), now));
    },
    async revoke({ refresh }) {
      if (refresh !== null) await post(`${endpoint}/revoke`, { token: refresh, token_type_hint: "refresh_token" });
    },
  };
}

function tokensOf(
  { access_token, refresh_token, expires_in }: z.infer<typeof tokenAnswer>,
  now: number,
): ConnectionTokens {
  return { access: access_token, refresh: refresh_token, expiresAt: now + expires_in * 1000 };
}

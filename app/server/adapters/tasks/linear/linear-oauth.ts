import * as z from "zod";
import { askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { askLinear, linearAddresses } from "#app/server/adapters/tasks/linear/linear-api.ts";
import { oauthConsent } from "#app/server/adapters/tasks/oauth-consent.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { TaskClient } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const me = z.object({ organization: z.object({ id: z.string().min(1), name: z.string() }) });

/** `read` is for teams, people and the states of issues. */
const SCOPES = ["read", "issues:create"];

/**
 * The consent of Linear (https://linear.app/developers/oauth-2-0-authentication): OAuth 2.0 with PKCE. Access tokens last a day; a refresh
 * token is good once, and Linear answers the same again for half an hour where the first answer was lost.
 */
export function linearConsent(client: TaskClient): ConnectionClient {
  const { clientId, clientSecret } = client;
  const { site, api } = linearAddresses(client);
  return oauthConsent({
    service: "linear",
    client,
    authorizeUrl: `${site}/oauth/authorize`,
    authorizeWith: { scope: SCOPES.join(","), prompt: "consent" },
    pkce: true,
    tokenUrl: `${api}/oauth/token`,
    isEnough: (scopes) => SCOPES.every((scope) => scopes.has(scope) || scopes.has("write")),

    async account(token) {
      const asked = { operationName: "ActaOrganization", query: "query ActaOrganization { organization { id name } }" };
      const found = await askLinear(api, token, asked);
      if (!found.ok) throw new UpstreamError({ service: "linear", status: found.status, retryable: false });
      const { organization } = parsed("linear", { status: 200, body: found.data }, me);
      return { accountId: organization.id, name: organization.name };
    },

    async revoke({ access, refresh }) {
      // A revoked refresh token takes its access tokens with it.
      const token = refresh === null ? { token: access } : { token: refresh, token_type_hint: "refresh_token" };
      await askService("linear", `${api}/oauth/revoke`, {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new URLSearchParams({ ...token, client_id: clientId, client_secret: clientSecret }),
      });
    },
  });
}

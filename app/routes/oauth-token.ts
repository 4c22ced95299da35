import { exchangeToken } from "#app/server/apps/exchange-token.ts";
import { oauthRoute, readParameters } from "#app/server/apps/oauth-route.ts";

/** POST /oauth/token */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "poll", counted: "oauth-token" },
  async answer(request, services) {
    const fields = await readParameters(request);
    return fields.ok ? exchangeToken(services, fields.value) : fields;
  },
});
export const action = loader;

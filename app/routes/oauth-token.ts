import { exchangeToken } from "#app/server/apps/exchange-token.ts";
import { oauthRoute } from "#app/server/apps/oauth-route.ts";

/** POST /oauth/token */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "poll", counted: "oauth-token" },
  answer: (request, services) => exchangeToken(services, request),
});
export const action = loader;

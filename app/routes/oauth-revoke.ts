import { giveBackToken } from "#app/server/apps/end-access.ts";
import { oauthRoute } from "#app/server/apps/oauth-route.ts";

/** POST /oauth/revoke */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "poll", counted: "oauth-revoke" },
  answer: (request, services) => giveBackToken(services, request),
});
export const action = loader;

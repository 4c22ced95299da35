import { oauthRoute } from "#app/server/apps/oauth-route.ts";
import { registerApp } from "#app/server/apps/register-app.ts";

/** POST /oauth/register */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "retry", counted: "oauth-register" },
  status: 201,
  answer: (request, services) => registerApp(services, request),
});
export const action = loader;

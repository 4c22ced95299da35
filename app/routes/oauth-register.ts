import { refused } from "#app/domain/outcome.ts";
import { oauthRoute } from "#app/server/apps/oauth-route.ts";
import { appMetadata, registerApp } from "#app/server/apps/register-app.ts";
import { readJson } from "#app/server/http/read-body.ts";

/** POST /oauth/register */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "retry", counted: "oauth-register" },
  status: 201,
  async answer(request, services) {
    const body = await readJson(request, appMetadata);
    return body.ok ? registerApp(services, body.value) : refused("invalid_client_metadata");
  },
});
export const action = loader;

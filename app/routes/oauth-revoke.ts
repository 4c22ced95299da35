import { giveBackToken } from "#app/server/apps/end-access.ts";
import { oauthRoute, readParameters } from "#app/server/apps/oauth-route.ts";

/** POST /oauth/revoke */
export const loader = oauthRoute({
  method: "POST",
  rate: { limit: "poll", counted: "oauth-revoke" },
  async answer(request, services) {
    const fields = await readParameters(request);
    return fields.ok ? giveBackToken(services, fields.value) : fields;
  },
});
export const action = loader;

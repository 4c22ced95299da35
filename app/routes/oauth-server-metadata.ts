import { ok } from "#app/domain/outcome.ts";
import { describeAuthorization } from "#app/server/apps/describe-server.ts";
import { oauthRoute } from "#app/server/apps/oauth-route.ts";

/** GET /.well-known/oauth-authorization-server */
export const loader = oauthRoute({
  method: "GET",
  rate: { limit: "share", counted: "oauth-metadata" },
  answer: async (_request, { config }) => ok(describeAuthorization(config)),
});
export const action = loader;

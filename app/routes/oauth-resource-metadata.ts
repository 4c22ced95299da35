import { ok } from "#app/domain/outcome.ts";
import { describeResource } from "#app/server/apps/describe-server.ts";
import { oauthRoute } from "#app/server/apps/oauth-route.ts";

/** GET /.well-known/oauth-protected-resource/mcp, and the same without a path, which older clients ask for. */
export const loader = oauthRoute({
  method: "GET",
  rate: { limit: "share", counted: "oauth-metadata" },
  answer: async (_request, { config }) => ok(describeResource(config)),
});
export const action = loader;

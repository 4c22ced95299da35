import { addWebhook as addEndpoint, listWebhooks as listEndpoint } from "#app/contracts/endpoints/webhooks.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { addWebhook, listWebhooks } from "#app/server/webhooks/change-webhooks.ts";

/** /api/acta/webhooks */
export const loader = apiRoutes(
  apiRoute(listEndpoint, async ({ services, actor }) => ok({ webhooks: await listWebhooks(services, actor) })),
  apiRoute(addEndpoint, ({ services, actor, body }) => addWebhook(services, actor, body)),
);
export const action = loader;

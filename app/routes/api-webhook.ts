import { changeWebhook as changeEndpoint, removeWebhook as removeEndpoint } from "#app/contracts/endpoints/webhooks.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeWebhook, removeWebhook } from "#app/server/webhooks/change-webhooks.ts";

/** /api/acta/webhooks/:webhook_id */
export const loader = apiRoutes(
  apiRoute(changeEndpoint, ({ services, actor, params, body }) =>
    changeWebhook(services, actor, { webhookId: params.webhook_id, change: body }),
  ),
  apiRoute(removeEndpoint, ({ services, actor, params }) => removeWebhook(services, actor, params.webhook_id)),
);
export const action = loader;

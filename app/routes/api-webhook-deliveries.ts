import { listWebhookDeliveries } from "#app/contracts/endpoints/webhooks.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listDeliveries } from "#app/server/webhooks/read-log.ts";

/** GET /api/acta/webhooks/:webhook_id/deliveries */
export const loader = apiRoute(listWebhookDeliveries, ({ request, services, actor, params }) =>
  listDeliveries(services, actor, {
    webhookId: params.webhook_id,
    older: new URL(request.url).searchParams.get("older"),
  }),
);
export const action = loader;

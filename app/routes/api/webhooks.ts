import * as webhooks from "#app/contracts/endpoints/webhooks.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
} from "#app/server/webhooks/change-webhooks.ts";
import { listDeliveries, resendDelivery, sendTestEvent } from "#app/server/webhooks/read-log.ts";

/** Webhooks and their deliveries. */
export const webhookRoutes: readonly ApiRoute[] = [
  apiRoute(webhooks.listWebhooks, async ({ services, actor }) => ok({ webhooks: await listWebhooks(services, actor) })),
  apiRoute(webhooks.addWebhook, ({ services, actor, body }) => addWebhook(services, actor, body)),
  apiRoute(webhooks.changeWebhook, ({ services, actor, params, body }) =>
    changeWebhook(services, actor, { webhookId: params.webhook_id, change: body }),
  ),
  apiRoute(webhooks.removeWebhook, ({ services, actor, params }) => removeWebhook(services, actor, params.webhook_id)),
  apiRoute(webhooks.rotateWebhookSecret, ({ services, actor, params }) =>
    rotateWebhook(services, actor, params.webhook_id),
  ),
  apiRoute(webhooks.listWebhookDeliveries, ({ request, services, actor, params }) =>
    listDeliveries(services, actor, {
      webhookId: params.webhook_id,
      older: new URL(request.url).searchParams.get("older"),
    }),
  ),
  apiRoute(webhooks.resendWebhookDelivery, ({ services, actor, params }) =>
    resendDelivery(services, actor, { webhookId: params.webhook_id, deliveryId: params.delivery_id }),
  ),
  apiRoute(webhooks.testWebhook, ({ services, actor, params }) => sendTestEvent(services, actor, params.webhook_id)),
];

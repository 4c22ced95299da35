import { resendWebhookDelivery } from "#app/contracts/endpoints/webhooks.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { resendDelivery } from "#app/server/webhooks/read-log.ts";

/** POST /api/acta/webhooks/:webhook_id/deliveries/:delivery_id/resend */
export const loader = apiRoute(resendWebhookDelivery, ({ services, actor, params }) =>
  resendDelivery(services, actor, { webhookId: params.webhook_id, deliveryId: params.delivery_id }),
);
export const action = loader;

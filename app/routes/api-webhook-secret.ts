import { rotateWebhookSecret } from "#app/contracts/endpoints/webhooks.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { rotateWebhook } from "#app/server/webhooks/change-webhooks.ts";

/** POST /api/acta/webhooks/:webhook_id/secret */
export const loader = apiRoute(rotateWebhookSecret, ({ services, actor, params }) =>
  rotateWebhook(services, actor, params.webhook_id),
);
export const action = loader;

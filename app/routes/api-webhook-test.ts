import { testWebhook } from "#app/contracts/endpoints/webhooks.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendTestEvent } from "#app/server/webhooks/read-log.ts";

/** POST /api/acta/webhooks/:webhook_id/test */
export const loader = apiRoute(testWebhook, ({ services, actor, params }) =>
  sendTestEvent(services, actor, params.webhook_id),
);
export const action = loader;

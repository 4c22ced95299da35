import { resendSent as endpoint } from "#app/contracts/endpoints/connections.ts";
import { resendSent } from "#app/server/connections/read-sent.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/sent/:delivery_id/resend */
export const loader = apiRoute(endpoint, ({ services, actor, params }) =>
  resendSent(services, actor, params.delivery_id),
);
export const action = loader;

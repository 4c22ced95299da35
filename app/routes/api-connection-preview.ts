import { previewMinutes as endpoint } from "#app/contracts/endpoints/connections.ts";
import { previewMinutes } from "#app/server/crm/preview-minutes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/connections/:connection_id/preview/:meetId */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  previewMinutes(services, actor, {
    connectionId: params.connection_id,
    meetId: params.meetId,
    email: body.email ?? null,
  }),
);
export const action = loader;

import { listProperties as endpoint } from "#app/contracts/endpoints/connections.ts";
import { listProperties } from "#app/server/crm/preview-minutes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/connections/:connection_id/properties */
export const loader = apiRoute(endpoint, ({ services, actor, params }) =>
  listProperties(services, actor, params.connection_id),
);
export const action = loader;

import { choosePlace as endpoint } from "#app/contracts/endpoints/collaboration.ts";
import { choosePlace } from "#app/server/collaboration/choose-place.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PUT /api/acta/connections/:connection_id/place */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  choosePlace(services, actor, { connectionId: params.connection_id, chosen: body }),
);
export const action = loader;

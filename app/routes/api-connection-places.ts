import { listPlaces as endpoint } from "#app/contracts/endpoints/collaboration.ts";
import { listPlaces } from "#app/server/collaboration/choose-place.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/connections/:connection_id/places */
export const loader = apiRoute(endpoint, ({ services, actor, params }) =>
  listPlaces(services, actor, params.connection_id),
);
export const action = loader;

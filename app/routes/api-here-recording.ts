import { abandonHere, readHere } from "#app/contracts/endpoints/record-here.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { abandonHere as abandon, readHere as read } from "#app/server/meetings/record-here.ts";

/** GET and DELETE /api/acta/here/:meetId: what has arrived of a recording; it is thrown away. */
export const loader = apiRoutes(
  apiRoute(readHere, ({ services, actor, params }) => read(services, actor, params.meetId)),
  apiRoute(abandonHere, ({ services, actor, params }) => abandon(services, actor, params.meetId)),
);
export const action = loader;

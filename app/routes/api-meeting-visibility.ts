import { changeVisibility, readVisibility } from "#app/contracts/endpoints/teams.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeVisibility as change, readVisibility as read } from "#app/server/teams/set-visibility.ts";

/** /api/acta/meetings/:meetId/visibility */
export const loader = apiRoutes(
  apiRoute(readVisibility, ({ services, actor, params }) => read(services, actor, params.meetId)),
  apiRoute(changeVisibility, ({ services, actor, params, body }) => change(services, actor, params.meetId, body)),
);
export const action = loader;

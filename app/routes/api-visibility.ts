import { changeVisibilityDefault, readVisibilityDefault } from "#app/contracts/endpoints/teams.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeVisibilityDefault as change, readVisibilityDefault as read } from "#app/server/teams/set-visibility.ts";

/** /api/acta/user/visibility */
export const loader = apiRoutes(
  apiRoute(readVisibilityDefault, async ({ services, actor }) => ok(await read(services, actor))),
  apiRoute(changeVisibilityDefault, ({ services, actor, body }) => change(services, actor, body)),
);
export const action = loader;

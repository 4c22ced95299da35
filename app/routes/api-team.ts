import { changeTeam, endTeam, readTeam } from "#app/contracts/endpoints/teams.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeTeam as change, endTeam as end } from "#app/server/teams/change-team.ts";
import { readTeam as read } from "#app/server/teams/read-team.ts";

/** /api/acta/team */
export const loader = apiRoutes(
  apiRoute(readTeam, async ({ services, actor }) => ok(await read(services, actor))),
  apiRoute(changeTeam, ({ services, actor, body }) => change(services, actor, body)),
  apiRoute(endTeam, ({ services, actor }) => end(services, actor)),
);
export const action = loader;

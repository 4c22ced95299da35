import { changeTeam, endTeam, readTeam } from "#app/contracts/endpoints/teams.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeTeam as change, endTeam as end } from "#app/server/teams/change-team.ts";
import { readTeam as read } from "#app/server/teams/read-team.ts";

/** /api/acta/team */
export const loader = apiRoutes(
  apiRoute(readTeam, async ({ services, actor, request }) => ok(await read(services, actor, await localeOf(request)))),
  apiRoute(changeTeam, ({ services, actor, body }) => change(services, actor, body)),
  apiRoute(endTeam, ({ services, actor }) => end(services, actor)),
);
export const action = loader;

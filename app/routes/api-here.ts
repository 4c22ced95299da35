import { beginHere, listHere } from "#app/contracts/endpoints/record-here.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { beginHere as begin, listHere as list } from "#app/server/meetings/record-here.ts";

/** POST and GET /api/acta/here: a recording begins in this browser, and those that are not finished. */
export const loader = apiRoutes(
  apiRoute(beginHere, ({ services, actor, user, body }) => begin(services, { actor, user }, body)),
  apiRoute(listHere, async ({ services, actor }) => ok(await list(services, actor))),
);
export const action = loader;

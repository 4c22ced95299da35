import { createKey as create, listKeys as list } from "#app/contracts/endpoints/keys.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { createKey, listKeys } from "#app/server/keys/change-keys.ts";

/** GET and POST /api/acta/keys */
export const loader = apiRoutes(
  apiRoute(list, async ({ services, actor }) => ok({ keys: await listKeys(services, actor) })),
  apiRoute(create, ({ services, actor, body }) => createKey(services, actor, body)),
);
export const action = loader;

import { listConnections as endpoint } from "#app/contracts/endpoints/connections.ts";
import { ok } from "#app/domain/outcome.ts";
import { listConnections } from "#app/server/connections/change-connections.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/connections */
export const loader = apiRoute(endpoint, async ({ services, actor }) => ok(await listConnections(services, actor)));
export const action = loader;

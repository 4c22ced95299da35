import { listApps as endpoint } from "#app/contracts/endpoints/apps.ts";
import { ok } from "#app/domain/outcome.ts";
import { listApps } from "#app/server/apps/end-access.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/apps */
export const loader = apiRoute(endpoint, async ({ services, actor }) => ok({ apps: await listApps(services, actor) }));
export const action = loader;

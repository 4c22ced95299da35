import { disconnectApp as endpoint } from "#app/contracts/endpoints/apps.ts";
import { disconnectApp } from "#app/server/apps/end-access.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** DELETE /api/acta/apps/:app_id */
export const loader = apiRoute(endpoint, ({ services, actor, params }) =>
  disconnectApp(services, actor, params.app_id),
);
export const action = loader;

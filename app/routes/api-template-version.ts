import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { readVersion, restoreVersion } from "#app/server/templates/save-template.ts";

/** /api/acta/templates/:templateId/versions/:version */
export const loader = apiRoutes(
  apiRoute(endpoints.readTemplateVersion, ({ params, services, actor }) => readVersion(services, actor, params)),
  apiRoute(endpoints.restoreTemplateVersion, ({ params, services, actor, body }) =>
    restoreVersion(services, actor, { ...params, ...body }),
  ),
);
export const action = loader;

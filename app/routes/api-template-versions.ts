import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listVersions } from "#app/server/templates/save-template.ts";

/** GET /api/acta/templates/:templateId/versions */
export const loader = apiRoute(endpoints.listTemplateVersions, ({ params, services, actor }) =>
  listVersions(services, actor, params.templateId),
);
export const action = loader;

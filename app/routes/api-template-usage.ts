import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readUsage } from "#app/server/templates/delete-template.ts";

/** GET /api/acta/templates/:templateId/usage */
export const loader = apiRoute(endpoints.readTemplateUsage, ({ params, services, actor }) =>
  readUsage(services, actor, params.templateId),
);
export const action = loader;

import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { switchTemplate } from "#app/server/templates/delete-template.ts";

/** POST /api/acta/templates/:templateId/switch */
export const loader = apiRoute(endpoints.switchTemplate, ({ params, services, actor, body }) =>
  switchTemplate(services, actor, { ...params, ...body }),
);
export const action = loader;

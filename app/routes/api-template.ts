import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { deleteTemplate } from "#app/server/templates/delete-template.ts";
import { readTemplate } from "#app/server/templates/list-templates.ts";
import { saveTemplate } from "#app/server/templates/save-template.ts";

/** /api/acta/templates/:templateId */
export const loader = apiRoutes(
  apiRoute(endpoints.readTemplate, async ({ params, services, actor, request }) =>
    readTemplate(services, actor, { id: params.templateId, locale: await localeOf(request) }),
  ),
  apiRoute(endpoints.saveTemplate, ({ params, services, actor, body }) =>
    saveTemplate(services, actor, { ...params, ...body }),
  ),
  apiRoute(endpoints.deleteTemplate, ({ params, services, actor }) =>
    deleteTemplate(services, actor, params.templateId),
  ),
);
export const action = loader;

import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { duplicateTemplate } from "#app/server/templates/create-template.ts";

/** POST /api/acta/templates/:templateId/duplicate */
export const loader = apiRoute(endpoints.duplicateTemplate, async ({ params, services, actor, body, request }) =>
  duplicateTemplate(services, actor, { ...params, ...body, locale: await localeOf(request) }),
);
export const action = loader;

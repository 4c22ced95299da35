import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { createTemplate } from "#app/server/templates/create-template.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";

/** /api/acta/templates: the list (§7: an array), and a new template. */
export const loader = apiRoutes(
  apiRoute(endpoints.listTemplates, async ({ services, actor, request }) =>
    ok(await listTemplates(services, actor, await localeOf(request))),
  ),
  apiRoute(endpoints.createTemplate, ({ services, actor, body }) => createTemplate(services, actor, body)),
);
export const action = loader;

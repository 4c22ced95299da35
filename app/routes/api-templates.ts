import { listTemplates as endpoint } from "#app/contracts/endpoints/templates.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";

/** GET /api/acta/templates (§7): an array. The system default has no id (§3). */
export const loader = apiRoute(endpoint, async ({ services, actor, request }) =>
  ok(await listTemplates(services, actor, await localeOf(request))),
);
export const action = loader;

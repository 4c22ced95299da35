import { v1ListTemplates as endpoint } from "#app/contracts/endpoints/public.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listTemplatesPage } from "#app/server/programs/list-pages.ts";

/** GET /api/v1/templates */
export const loader = apiRoute(endpoint, async ({ services, actor, user }) =>
  ok(await listTemplatesPage(services, actor, user.locale)),
);
export const action = loader;

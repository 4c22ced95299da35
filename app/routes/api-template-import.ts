import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { importTemplate } from "#app/server/templates/export-template.ts";

/** POST /api/acta/templates/import */
export const loader = apiRoute(endpoints.importTemplate, ({ services, actor, body }) =>
  importTemplate(services, actor, body),
);
export const action = loader;

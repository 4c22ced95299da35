import * as endpoints from "#app/contracts/endpoints/saved-fields.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { createField, listSavedFields } from "#app/server/templates/save-field.ts";

/** /api/acta/fields: 'My fields'. */
export const loader = apiRoutes(
  apiRoute(endpoints.listSavedFields, async ({ services, actor }) => ok(await listSavedFields(services, actor))),
  apiRoute(endpoints.createSavedField, ({ services, actor, body }) => createField(services, actor, body)),
);
export const action = loader;

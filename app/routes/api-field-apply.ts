import * as endpoints from "#app/contracts/endpoints/saved-fields.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { applyField } from "#app/server/templates/save-field.ts";

/** POST /api/acta/fields/:fieldId/apply */
export const loader = apiRoute(endpoints.applySavedField, ({ params, services, actor, body }) =>
  applyField(services, actor, { ...params, ...body }),
);
export const action = loader;

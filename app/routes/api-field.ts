import * as endpoints from "#app/contracts/endpoints/saved-fields.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { deleteField, saveField } from "#app/server/templates/save-field.ts";

/** /api/acta/fields/:fieldId */
export const loader = apiRoutes(
  apiRoute(endpoints.saveSavedField, ({ params, services, actor, body }) =>
    saveField(services, actor, { ...params, ...body }),
  ),
  apiRoute(endpoints.deleteSavedField, ({ params, services, actor }) => deleteField(services, actor, params.fieldId)),
);
export const action = loader;

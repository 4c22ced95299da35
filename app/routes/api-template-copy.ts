import * as endpoints from "#app/contracts/endpoints/template-links.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { copyShared } from "#app/server/templates/share-template.ts";

/** POST /api/acta/templates/copy: the template behind a link. */
export const loader = apiRoute(endpoints.copySharedTemplate, ({ services, actor, body }) =>
  copyShared(services, actor, body),
);
export const action = loader;

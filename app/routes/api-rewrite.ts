import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { rewriteSeveral } from "#app/server/templates/rewrite-several.ts";

/** POST /api/acta/rewrite: the minutes of several meetings. */
export const loader = apiRoute(endpoints.rewriteSeveral, ({ services, actor, body }) =>
  rewriteSeveral(services, actor, body),
);
export const action = loader;

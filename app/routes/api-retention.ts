import { saveRetention as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { ok } from "#app/domain/outcome.ts";
import { saveDefault } from "#app/server/account/retention-default.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PUT /api/acta/user/retention: how long meetings keep their parts. */
export const action = apiRoute(endpoint, async ({ services, actor, body }) =>
  ok(await saveDefault(services, actor, body)),
);
export const loader = action;

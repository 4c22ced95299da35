import { saveMeetingRetention as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { setRetention } from "#app/server/meetings/set-retention.ts";

/** PUT /api/acta/meetings/:meetId/retention: how long this meeting keeps its parts. */
export const action = apiRoute(endpoint, ({ services, actor, params, body }) =>
  setRetention(services, { actor, meetId: params.meetId, rule: body.rule }),
);
export const loader = action;

import { changeCall as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { changeCall } from "#app/server/meetings/change-call.ts";

/** PATCH /api/acta/meetings/:meetId/call: other details of a call that has not started. */
export const loader = apiRoute(endpoint, ({ params, services, actor, user, body }) =>
  changeCall(services, { actor, user }, params.meetId, body),
);
export const action = loader;

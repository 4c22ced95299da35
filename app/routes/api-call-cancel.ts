import { cancelCall as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { cancelCall } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/cancel: Acta does not join, or leaves the lobby. */
export const loader = apiRoute(endpoint, ({ params, services, actor }) => cancelCall(services, actor, params.meetId));
export const action = loader;

import { stopCall as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { stopCall } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/stop: the recording ends. */
export const loader = apiRoute(endpoint, ({ params, services, actor }) => stopCall(services, actor, params.meetId));
export const action = loader;

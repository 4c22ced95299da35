import { stopChat as endpoint } from "#app/contracts/endpoints/chat.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { stopAnswer } from "#app/server/meetings/chat/chat.ts";

/** POST /api/acta/meetings/:meetId/chat/stop */
export const action = apiRoute(endpoint, ({ params, services, actor }) => stopAnswer(services, actor, params.meetId));
export const loader = action;

import { clearChat as endpoint } from "#app/contracts/endpoints/chat.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { clearChat } from "#app/server/meetings/chat/chat.ts";

/** POST /api/acta/meetings/:meetId/chat/clear */
export const action = apiRoute(endpoint, ({ params, services, actor }) => clearChat(services, actor, params.meetId));
export const loader = action;

import { askAgain as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { askAgain } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/ask-again: the bot in the lobby asks anew to be let in. */
export const loader = apiRoute(endpoint, ({ params, services, actor }) => askAgain(services, actor, params.meetId));
export const action = loader;

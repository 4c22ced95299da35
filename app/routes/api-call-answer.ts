import { answerRequest as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { answerRequest } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/answer: the owner answers a person who asks for the call's notes. */
export const loader = apiRoute(endpoint, ({ params, services, actor, body }) =>
  answerRequest(services, actor, params.meetId, body),
);
export const action = loader;

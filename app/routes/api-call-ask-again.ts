import { apiRoute } from "#app/server/http/api-route.ts";
import { askAgain } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/ask-again: the bot at the door asks anew to be let in. */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "retry", counted: "call-ask-again" },
  failure: "call:error.askAgain",
  answer: ({ params, services, actor }) => askAgain(services, actor, params.meetId),
});
export const action = loader;

import { apiRoute } from "#app/server/http/api-route.ts";
import { stopAnswer } from "#app/server/meetings/chat/stop-answer.ts";

/** POST /api/acta/meetings/:meetId/chat/stop */
export const action = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "poll", counted: "chat-stop" },
  failure: "error.somethingWrong",
  answer: ({ params, services, actor }) => stopAnswer(services, actor, params.meetId),
});
export const loader = action;

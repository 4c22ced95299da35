import { apiRoute } from "#app/server/http/api-route.ts";
import { clearChat } from "#app/server/meetings/chat/clear-chat.ts";

/** POST /api/acta/meetings/:meetId/chat/clear */
export const action = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "chat", counted: "chat-clear" },
  failure: "error.somethingWrong",
  answer: ({ params, services, actor }) => clearChat(services, actor, params.meetId),
});
export const loader = action;

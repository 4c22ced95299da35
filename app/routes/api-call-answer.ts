import { callAnswerPayload } from "#app/contracts/call-answer.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { answerRequest } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/answer: the owner answers a person who asks for the call's notes. */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "edit", counted: "call-answer" },
  body: callAnswerPayload,
  failure: "call:error.answer",
  answer: ({ params, services, actor, body }) => answerRequest(services, actor, params.meetId, body),
});
export const action = loader;

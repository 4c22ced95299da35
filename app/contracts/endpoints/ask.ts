import { CHANGES, endpoint } from "#app/contracts/endpoint.ts";

/** Writes the answer to the last question of a thread; an answer that is there is sent again (contracts/ask.ts). */
export const answerAsk = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/ask/:threadId/answer",
  params: { threadId: "text" },
  answer: "events",
  rate: { limit: "chat", counted: "ask" },
  failure: "error.somethingWrong",
});

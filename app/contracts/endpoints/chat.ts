import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** The chat about a meeting. Conversation and answer come as events, one a line (contracts/meeting/chat.ts). */

export const readChat = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/chat",
  params: { meetId: "meet-id" },
  answer: "events",
  failure: "error.loadingData",
});

export const askChat = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/chat",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).chatQuestion,
  answer: "events",
  rate: { limit: "chat", counted: "chat" },
  failure: "error.somethingWrong",
});

/** Ends the answer that is being written. */
export const stopChat = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/chat/stop",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "poll", counted: "chat-stop" },
  failure: "error.somethingWrong",
});

/** Removes the conversation. */
export const clearChat = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/chat/clear",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "chat", counted: "chat-clear" },
  failure: "error.somethingWrong",
});

import { chatQuestion } from "#app/contracts/chat-question.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { askMeeting } from "#app/server/meetings/chat/ask-meeting.ts";
import { readChat } from "#app/server/meetings/chat/read-chat.ts";

/** /api/acta/meetings/:meetId/chat: GET the conversation, POST a question. Both answer with events, one a line. */
const METHODS = ["GET", "HEAD", "POST"] as const;

export const loader = apiRoute({
  methods: METHODS,
  who: "user",
  failure: "error.loadingData",
  answer: async ({ request, params, services, actor }) => {
    const read = await readChat(services, actor, { meetId: params.meetId, request });
    return read.ok ? read.value : read;
  },
});

const ask = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "chat", counted: "chat" },
  body: chatQuestion,
  failure: "error.somethingWrong",
  answer: async ({ request, params, services, actor, body }) => {
    const asked = await askMeeting(services, actor, { meetId: params.meetId, body, request });
    return asked.ok ? asked.value : asked;
  },
});

/** What is neither is refused by the loader, which knows all methods of the path. */
export const action: typeof ask = (route) => (route.request.method === "POST" ? ask(route) : loader(route));

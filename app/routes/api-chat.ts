import { readChat, askChat } from "#app/contracts/endpoints/chat.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { askMeeting, readChat as openChat } from "#app/server/meetings/chat/chat.ts";

/** /api/acta/meetings/:meetId/chat: GET the conversation, POST a question. Both answer with events, one a line. */
const conversation = apiRoute(readChat, async ({ request, params, services, actor }) => {
  const read = await openChat(services, actor, { meetId: params.meetId, request });
  return read.ok ? read.value : read;
});

const question = apiRoute(askChat, async ({ request, params, services, actor, body }) => {
  const asked = await askMeeting(services, actor, { meetId: params.meetId, body, request });
  return asked.ok ? asked.value : asked;
});

export const loader = apiRoutes(conversation, question);
export const action = loader;

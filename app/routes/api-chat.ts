import { NDJSON } from "#app/contracts/meeting/chat.ts";
import { readChat, askChat } from "#app/contracts/endpoints/chat.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { askMeeting, readChat as openChat } from "#app/server/meetings/chat/chat.ts";

/** /api/acta/meetings/:meetId/chat: GET the conversation, POST a question. Both answer with events, one a line. */
const conversation = apiRoute(readChat, async ({ request, params, services, actor }) => {
  const read = await openChat(services, actor, { meetId: params.meetId, locale: await localeOf(request) });
  if (!read.ok) return read;
  if (request.method !== "HEAD") return eventsAsTheyHappen(read.value);
  await read.value.cancel();
  return eventsAsTheyHappen(null);
});

const question = apiRoute(askChat, async ({ request, params, services, actor, body }) => {
  const asked = await askMeeting(services, actor, { meetId: params.meetId, body, locale: await localeOf(request) });
  return asked.ok ? eventsAsTheyHappen(asked.value) : asked;
});

export const loader = apiRoutes(conversation, question);
export const action = loader;

/** No proxy may collect or change the events. */
function eventsAsTheyHappen(stream: ReadableStream<Uint8Array> | null): Response {
  return new Response(stream, {
    headers: {
      "Cache-Control": "private, no-store, no-transform",
      "Content-Type": `${NDJSON}; charset=utf-8`,
      // Proxies in front of the Worker (nginx and its kin) hold an answer back until they have much of it.
      "X-Accel-Buffering": "no",
    },
  });
}

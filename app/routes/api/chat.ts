import * as chat from "#app/contracts/endpoints/chat.ts";
import { NDJSON } from "#app/contracts/meeting/chat.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { askMeeting, clearChat, readChat, stopAnswer } from "#app/server/meetings/chat/chat.ts";

/** Questions about a meeting. Conversation and answers are events, one a line. */
export const chatRoutes: readonly ApiRoute[] = [
  apiRoute(chat.readChat, async ({ request, params, services, actor }) => {
    const read = await readChat(services, actor, { meetId: params.meetId, locale: await localeOf(request) });
    if (!read.ok) return read;
    if (request.method !== "HEAD") return eventsAsTheyHappen(read.value);
    await read.value.cancel();
    return eventsAsTheyHappen(null);
  }),
  apiRoute(chat.askChat, async ({ request, params, services, actor, body }) => {
    const asked = await askMeeting(services, actor, { meetId: params.meetId, body, locale: await localeOf(request) });
    return asked.ok ? eventsAsTheyHappen(asked.value) : asked;
  }),
  apiRoute(chat.stopChat, ({ params, services, actor }) => stopAnswer(services, actor, params.meetId)),
  apiRoute(chat.clearChat, ({ params, services, actor }) => clearChat(services, actor, params.meetId)),
];

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

import * as chat from "#app/contracts/endpoints/chat.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { eventsAsTheyHappen } from "#app/server/http/events-response.ts";
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

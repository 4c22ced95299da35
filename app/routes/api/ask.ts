import * as ask from "#app/contracts/endpoints/ask.ts";
import { answerThread } from "#app/server/ask/threads.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { eventsAsTheyHappen } from "#app/server/http/events-response.ts";

/** Questions to all meetings. Threads are read and changed by their page. */
export const askRoutes: readonly ApiRoute[] = [
  apiRoute(ask.answerAsk, async ({ services, actor, user, params }) => {
    const answered = await answerThread(services, { actor, user }, params.threadId);
    return answered.ok ? eventsAsTheyHappen(answered.value) : answered;
  }),
];

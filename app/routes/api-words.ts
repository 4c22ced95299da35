import { addWords as addEndpoint, listWords as listEndpoint } from "#app/contracts/endpoints/words.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { addWords } from "#app/server/words/change-words.ts";
import { listWords } from "#app/server/words/read-words.ts";

/** GET and POST /api/acta/words: names and terms of the person and of their team. */
export const loader = apiRoutes(
  apiRoute(listEndpoint, async ({ services, actor }) => ok({ lists: await listWords(services, actor) })),
  apiRoute(addEndpoint, ({ services, actor, body }) => addWords(services, actor, body)),
);
export const action = loader;

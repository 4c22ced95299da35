import * as words from "#app/contracts/endpoints/words.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { addWords, removeWord } from "#app/server/words/change-words.ts";
import { alongOfOffers, chooseWord, offerWords } from "#app/server/words/offer-words.ts";
import { listWords } from "#app/server/words/read-words.ts";

/** Own words, and misheard names. */
export const wordRoutes: readonly ApiRoute[] = [
  apiRoute(
    words.readWordOffers,
    ({ services, actor, params: { meetId }, along }) => offerWords(services, actor, { meetId, ...along }),
    alongOfOffers,
  ),
  apiRoute(words.chooseWord, ({ services, actor, params, body }) => chooseWord(services, actor, params.meetId, body)),
  apiRoute(words.listWords, async ({ services, actor }) => ok({ lists: await listWords(services, actor) })),
  apiRoute(words.addWords, ({ services, actor, body }) => addWords(services, actor, body)),
  apiRoute(words.removeWord, ({ services, actor, params }) => removeWord(services, actor, params.wordId)),
];

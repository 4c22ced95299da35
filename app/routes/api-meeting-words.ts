import { chooseWord as chooseEndpoint, readWordOffers as readEndpoint } from "#app/contracts/endpoints/words.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { chooseWord, offerWords } from "#app/server/words/offer-words.ts";

/** GET and POST /api/acta/meetings/:meetId/words: misheard names, and what a person does about them. */
export const loader = apiRoutes(
  apiRoute(readEndpoint, ({ services, actor, params }) => offerWords(services, actor, params.meetId)),
  apiRoute(chooseEndpoint, ({ services, actor, params, body }) => chooseWord(services, actor, params.meetId, body)),
);
export const action = loader;

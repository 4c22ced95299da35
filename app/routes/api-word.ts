import { removeWord as endpoint } from "#app/contracts/endpoints/words.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { removeWord } from "#app/server/words/change-words.ts";

/** DELETE /api/acta/words/:wordId */
export const action = apiRoute(endpoint, ({ services, actor, params }) => removeWord(services, actor, params.wordId));
export const loader = action;

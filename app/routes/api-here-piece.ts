import { putHerePiece as endpoint } from "#app/contracts/endpoints/record-here.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { putHerePiece } from "#app/server/meetings/record-here.ts";

/** PUT /api/acta/here/:meetId/pieces/:track/:segment/:seq: the bytes of one piece. */
export const loader = apiRoute(endpoint, ({ services, actor, params, request }) =>
  putHerePiece(services, actor, params, request),
);
export const action = loader;

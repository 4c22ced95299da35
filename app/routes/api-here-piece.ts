import { putHerePiece as endpoint } from "#app/contracts/endpoints/record-here.ts";
import { readPiece } from "#app/contracts/recording/here-piece.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import { putHerePiece } from "#app/server/meetings/record-here.ts";

/** PUT /api/acta/here/:meetId/pieces/:track/:segment/:seq: the bytes of one piece. */
export const loader = apiRoute(endpoint, ({ services, actor, params, request }) =>
  putHerePiece(services, actor, {
    meetId: params.meetId,
    piece: readPiece(params, request.headers),
    readBytes: (bytesMax) => readAtMost(request, bytesMax),
  }),
);
export const action = loader;

import * as recordHere from "#app/contracts/endpoints/record-here.ts";
import { readPiece } from "#app/contracts/recording/here-piece.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import {
  abandonHere,
  beginHere,
  deleteHereNote,
  finishHere,
  listHere,
  markHere,
  putHereNote,
  putHerePiece,
  readHere,
} from "#app/server/meetings/record-here.ts";

/** Recordings of a browser. */
export const recordHereRoutes: readonly ApiRoute[] = [
  apiRoute(recordHere.beginHere, ({ services, actor, user, body }) => beginHere(services, { actor, user }, body)),
  apiRoute(recordHere.listHere, async ({ services, actor }) => ok(await listHere(services, actor))),
  apiRoute(recordHere.readHere, ({ services, actor, params }) => readHere(services, actor, params.meetId)),
  apiRoute(recordHere.abandonHere, ({ services, actor, params }) => abandonHere(services, actor, params.meetId)),
  apiRoute(recordHere.putHerePiece, ({ services, actor, params, request }) =>
    putHerePiece(services, actor, {
      meetId: params.meetId,
      piece: readPiece(params, request.headers),
      readBytes: (bytesMax) => readAtMost(request, bytesMax),
    }),
  ),
  apiRoute(recordHere.markHere, ({ services, actor, params, body }) => markHere(services, actor, params.meetId, body)),
  apiRoute(recordHere.putHereNote, ({ services, actor, params, body }) => putHereNote(services, actor, params, body)),
  apiRoute(recordHere.deleteHereNote, ({ services, actor, params }) => deleteHereNote(services, actor, params)),
  apiRoute(recordHere.finishHere, ({ services, actor, params, body }) =>
    finishHere(services, actor, params.meetId, body),
  ),
];

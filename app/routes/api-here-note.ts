import { deleteHereNote, putHereNote } from "#app/contracts/endpoints/record-here.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { deleteHereNote as remove, putHereNote as put } from "#app/server/meetings/record-here.ts";

/** PUT and DELETE /api/acta/here/:meetId/notes/:noteId: a note of the person who records. */
export const loader = apiRoutes(
  apiRoute(putHereNote, ({ services, actor, params, body }) => put(services, actor, params, body)),
  apiRoute(deleteHereNote, ({ services, actor, params }) => remove(services, actor, params)),
);
export const action = loader;

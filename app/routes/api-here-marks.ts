import { markHere as endpoint } from "#app/contracts/endpoints/record-here.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { markHere } from "#app/server/meetings/record-here.ts";

/** POST /api/acta/here/:meetId/marks: it is paused, or a source fell silent. */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  markHere(services, actor, params.meetId, body),
);
export const action = loader;

import { finishHere as endpoint } from "#app/contracts/endpoints/record-here.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { finishHere } from "#app/server/meetings/record-here.ts";

/** POST /api/acta/here/:meetId/finish: nothing more is recorded. */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  finishHere(services, actor, params.meetId, body),
);
export const action = loader;

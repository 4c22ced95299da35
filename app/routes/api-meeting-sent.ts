import { listSentOfMeeting } from "#app/contracts/endpoints/connections.ts";
import { readSentOfMeeting } from "#app/server/connections/read-sent.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/meetings/:meetId/sent */
export const loader = apiRoute(listSentOfMeeting, ({ services, actor, params }) =>
  readSentOfMeeting(services, actor, params.meetId),
);
export const action = loader;

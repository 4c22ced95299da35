import { v1ReadTranscript as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readTranscript } from "#app/server/programs/read-meeting.ts";

/** GET /api/v1/meetings/:meetId/transcript */
export const loader = apiRoute(endpoint, ({ params, services, actor }) =>
  readTranscript(services, actor, params.meetId),
);
export const action = loader;

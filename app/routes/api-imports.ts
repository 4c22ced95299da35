import { importTranscript as endpoint } from "#app/contracts/endpoints/imports.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { importMeeting } from "#app/server/meetings/import-meeting.ts";

/** POST /api/acta/imports */
export const loader = apiRoute(endpoint, ({ services, actor, user, body }) =>
  importMeeting(services, { actor, user }, body),
);
export const action = loader;

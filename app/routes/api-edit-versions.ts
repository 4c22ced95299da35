import { listVersions as endpoint } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/versions: all minutes that this meeting has had. */
export const loader = apiRoute(endpoint, ({ params, services, actor }) =>
  readMeetingEdits(services, actor, params.meetId, { about: "versions" }),
);
export const action = loader;

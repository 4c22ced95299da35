import { readVersion, bringBackVersion } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/versions/:version: earlier minutes to read. */
const read = apiRoute(readVersion, ({ params: { meetId, version }, services, actor }) =>
  readMeetingEdits(services, actor, meetId, { about: "version", version }),
);

/** POST: shows them again, as a version of its own. */
const change = apiRoute(bringBackVersion, ({ params: { meetId, version }, services, actor, body: { saveId } }) =>
  editMeeting(services, actor, meetId, { type: "bring-back", saveId, version }),
);

export const loader = apiRoutes(read, change);
export const action = loader;

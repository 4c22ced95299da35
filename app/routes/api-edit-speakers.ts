import { readSpeakers, nameSpeakers } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/speakers: the labels of the source, and who stands behind each. */
const read = apiRoute(readSpeakers, ({ params, services, actor }) =>
  readMeetingEdits(services, actor, params.meetId, { about: "speakers" }),
);

/** POST: names them, once for the whole meeting. */
const change = apiRoute(nameSpeakers, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "name-speakers", ...body }),
);

export const loader = apiRoutes(read, change);
export const action = loader;

import { transcribeMeeting } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/language: the recording is in another language than the chosen one, and is recognised in it. */
const change = apiRoute(transcribeMeeting, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "transcribe-in", ...body }),
);

export const loader = apiRoutes(change);
export const action = loader;

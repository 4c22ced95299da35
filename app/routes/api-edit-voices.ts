import { countSpeakers } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/voices: so many people spoke. */
export const action = apiRoute(countSpeakers, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "count-speakers", ...body }),
);
export const loader = action;

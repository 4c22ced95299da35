import { assignSegments } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/segments: another speaker said these lines. */
export const action = apiRoute(assignSegments, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "assign-segments", ...body }),
);
export const loader = action;

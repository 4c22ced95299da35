import { tickTask as endpoint } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/tasks: a task is ticked off, or not any more. */
export const action = apiRoute(endpoint, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "tick-task", ...body }),
);
export const loader = action;

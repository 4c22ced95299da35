import { assignSegments } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/segments: lines that another speaker said, with those that sound like them or without. */
export const action = apiRoute(assignSegments, ({ params, services, actor, body }) => {
  if ("undo" in body) {
    return editMeeting(services, actor, params.meetId, { type: "undo-split", saveId: body.saveId, of: body.undo });
  }
  const { alike, ...lines } = body;
  return editMeeting(services, actor, params.meetId, { type: alike ? "split-speaker" : "assign-segments", ...lines });
});
export const loader = action;

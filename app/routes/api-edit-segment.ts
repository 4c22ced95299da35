import { readSegment, correctSegment } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/segments/:segmentId: the words as they were recognised, and as they were corrected. */
const read = apiRoute(readSegment, ({ params, services, actor }) =>
  readMeetingEdits(services, actor, params.meetId, { about: "segment", segmentId: params.segmentId }),
);

/** POST: other words for what was recognised wrongly. */
const change = apiRoute(correctSegment, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, {
    type: "correct-segment",
    segmentId: params.segmentId,
    ...body,
  }),
);

export const loader = apiRoutes(read, change);
export const action = loader;

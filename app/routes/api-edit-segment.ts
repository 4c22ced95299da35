import { segmentEdit } from "#app/contracts/meeting-edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

const METHODS = ["GET", "HEAD", "POST"] as const;

/** GET /api/acta/meetings/:meetId/segments/:segmentId: the words as they were recognised, and as they were corrected. */
export const loader = apiRoute({
  methods: METHODS,
  who: "user",
  failure: "error.loadingData",
  answer: ({ params, services, actor }) =>
    readMeetingEdits(services, actor, params.meetId, { about: "segment", segmentId: params.segmentId ?? "" }),
});

/** POST: other words for what was recognised wrongly. */
export const action = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "edit", counted: "correct-segment" },
  body: segmentEdit,
  failure: "error.saveMeeting",
  answer: ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, {
      type: "correct-segment",
      segmentId: params.segmentId ?? "",
      ...body,
    }),
});

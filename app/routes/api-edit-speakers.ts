import { speakerNames } from "#app/contracts/meeting-edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

const METHODS = ["GET", "HEAD", "POST"] as const;

/** GET /api/acta/meetings/:meetId/speakers: the labels of the source, and who stands behind each. */
export const loader = apiRoute({
  methods: METHODS,
  who: "user",
  failure: "error.loadingData",
  answer: ({ params, services, actor }) => readMeetingEdits(services, actor, params.meetId, { about: "speakers" }),
});

/** POST: names them, once for the whole meeting. */
export const action = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "edit", counted: "name-speakers" },
  body: speakerNames,
  failure: "error.saveMeeting",
  answer: ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, { type: "name-speakers", ...body }),
});

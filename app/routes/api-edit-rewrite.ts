import { rewrite } from "#app/contracts/meeting-edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import { rewriteMeeting } from "#app/server/meetings/rewrite-edit.ts";

const METHODS = ["GET", "HEAD", "POST"] as const;

/** GET /api/acta/meetings/:meetId/rewrite: in which languages the minutes can be written again, and what stands in them by hand. */
export const loader = apiRoute({
  methods: METHODS,
  who: "user",
  failure: "error.loadingData",
  answer: ({ params, services, actor }) => readMeetingEdits(services, actor, params.meetId, { about: "rewrite" }),
});

/** POST: writes them again. */
export const action = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "retry", counted: "rewrite" },
  body: rewrite,
  failure: "edit:rewrite.failedTemplate",
  answer: ({ params, services, actor, body }) => rewriteMeeting(services, actor, params.meetId, body),
});

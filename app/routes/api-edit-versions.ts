import { apiRoute } from "#app/server/http/api-route.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/versions: all minutes that this meeting has had. */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  failure: "error.loadingData",
  answer: ({ params, services, actor }) => readMeetingEdits(services, actor, params.meetId, { about: "versions" }),
});
export const action = loader;

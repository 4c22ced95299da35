import { readRewrite, rewriteMinutes } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { readMeetingEdits, rewriteMeeting } from "#app/server/meetings/edit-meeting.ts";

/** GET /api/acta/meetings/:meetId/rewrite: in which languages the minutes can be written again, and what stands in them by hand. */
const read = apiRoute(readRewrite, ({ params, services, actor }) =>
  readMeetingEdits(services, actor, params.meetId, { about: "rewrite" }),
);

/** POST: writes them again. */
const change = apiRoute(rewriteMinutes, ({ params, services, actor, body }) =>
  rewriteMeeting(services, actor, params.meetId, body),
);

export const loader = apiRoutes(read, change);
export const action = loader;

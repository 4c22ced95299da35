import { inviteMeeting as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { inviteMeeting } from "#app/server/meetings/invite-meeting.ts";

/** POST /api/acta/init_call */
export const loader = apiRoute(endpoint, ({ services, actor, user, body }) =>
  inviteMeeting(services, { actor, user }, body),
);
export const action = loader;

import { invitePayload } from "#app/contracts/invite.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { inviteMeeting } from "#app/server/meetings/invite-meeting.ts";

/** POST /api/acta/init_call */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "upload", counted: "init_call" },
  body: invitePayload,
  failure: "error.connection",
  answer: ({ services, actor, user, body }) => inviteMeeting(services, { actor, user }, body),
});
export const action = loader;

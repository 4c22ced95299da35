import { invitePayload } from "#app/contracts/invite.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { changeCall } from "#app/server/meetings/change-call.ts";

/** PATCH /api/acta/meetings/:meetId/call: other details of a call that has not started. */
export const loader = apiRoute({
  methods: ["PATCH"],
  who: "user",
  rate: { limit: "edit", counted: "call-change" },
  body: invitePayload,
  failure: "error.saveMeeting",
  answer: ({ params, services, actor, user, body }) => changeCall(services, { actor, user }, params.meetId, body),
});
export const action = loader;

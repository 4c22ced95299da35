import { apiRoute } from "#app/server/http/api-route.ts";
import { cancelCall } from "#app/server/meetings/change-call.ts";

/** POST /api/acta/meetings/:meetId/call/cancel: Acta does not join, or leaves the door. */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "retry", counted: "call-cancel" },
  failure: "error.saveMeeting",
  answer: ({ params, services, actor }) => cancelCall(services, actor, params.meetId),
});
export const action = loader;

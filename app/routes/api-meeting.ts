import { apiRoute } from "#app/server/http/api-route.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";

/** DELETE /api/acta/meetings/:meetId */
export const action = apiRoute({
  methods: ["DELETE"],
  who: "user",
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
  answer: ({ params, services, user }) => deleteMeeting(services, { userId: user.id, meetId: params.meetId }),
});
export const loader = action;

import { redirect } from "@remix-run/cloudflare";
import { apiRoute } from "#app/server/http/api-route.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";

/** DELETE /api/acta/meetings/:meetId; a POST is the same from a form, and goes on to the history. */
export const action = apiRoute({
  methods: ["POST", "DELETE"],
  who: "user",
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
  answer: async ({ request, params, services, actor }) => {
    const deleted = await deleteMeeting(services, { actor, meetId: params.meetId });
    return deleted.ok && request.method === "POST" ? redirect("/history", 303) : deleted;
  },
});
export const loader = action;

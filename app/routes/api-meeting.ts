import { redirect } from "@remix-run/cloudflare";
import { deleteMeeting, deleteMeetingByForm } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { deleteMeeting as removeMeeting } from "#app/server/meetings/delete-meeting.ts";

/** POST /api/acta/meetings/:meetId: the delete form, for pages without JavaScript. */
const byForm = apiRoute(deleteMeetingByForm, async ({ params, services, actor }) => {
  const deleted = await removeMeeting(services, { actor, meetId: params.meetId });
  return deleted.ok ? redirect("/history", 303) : deleted;
});

/** DELETE /api/acta/meetings/:meetId */
const byCall = apiRoute(deleteMeeting, ({ params, services, actor }) =>
  removeMeeting(services, { actor, meetId: params.meetId }),
);

export const loader = apiRoutes(byForm, byCall);
export const action = loader;

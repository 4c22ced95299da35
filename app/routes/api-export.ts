import { exportMeeting as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { exportMeeting } from "#app/server/meetings/export-meeting.ts";

/** GET /api/acta/meetings/:meetId/export/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const exported = await exportMeeting(services, actor, {
    meetId: params.meetId,
    format: params.format,
    request,
  });
  return exported.ok ? exported.value : exported;
});
export const action = loader;

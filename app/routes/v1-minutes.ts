import { v1ReadMinutes as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { exportMeeting } from "#app/server/meetings/export-meeting.ts";

/** GET /api/v1/meetings/:meetId/minutes/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor, user }) => {
  const { meetId, format } = params;
  const transcript = asksForTranscript(request);
  return sendFile(request, await exportMeeting(services, actor, { meetId, format, locale: user.locale, transcript }));
});
export const action = loader;

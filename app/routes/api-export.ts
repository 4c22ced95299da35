import { exportMeeting as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { asksForNames, asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { exportMeeting } from "#app/server/meetings/export-meeting.ts";

/** GET /api/acta/meetings/:meetId/export/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const { meetId, format } = params;
  const locale = await localeOf(request);
  const parts = { transcript: asksForTranscript(request), names: asksForNames(request) };
  return sendFile(request, await exportMeeting(services, actor, { meetId, format, locale, ...parts }));
});
export const action = loader;

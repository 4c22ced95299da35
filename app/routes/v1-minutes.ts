import { v1ReadMinutes as endpoint } from "#app/contracts/endpoints/public.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { downloadPdf, exportMeeting } from "#app/server/meetings/export-meeting.ts";

/** GET /api/v1/meetings/:meetId/minutes/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor, user }) => {
  const { meetId, format } = params;
  const transcript = asksForTranscript(request);
  if (format === "pdf") {
    const viewer = await accessTo(services, actor, meetId);
    if (!viewer) return refused("not-found");
    return sendFile(request, await downloadPdf(services, { meetId, viewer, transcript }));
  }
  return sendFile(request, await exportMeeting(services, actor, { meetId, format, locale: user.locale, transcript }));
});
export const action = loader;

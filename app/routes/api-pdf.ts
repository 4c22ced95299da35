import { downloadPdf as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { asksForNames, asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { downloadPdf } from "#app/server/meetings/export-meeting.ts";

/** GET /api/acta/meetings/:meetId/pdf, with ?transcript=1 for the one with the transcript as an appendix, ?names=0 for one without speakers. */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const { meetId } = params;
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer) return refused("not-found");
  const asked = { transcript: asksForTranscript(request), names: asksForNames(request) };
  return sendFile(request, await downloadPdf(services, { meetId, viewer, ...asked }));
});
export const action = loader;

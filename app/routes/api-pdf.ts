import { downloadPdf as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { downloadPdf } from "#app/server/meetings/export-meeting.ts";

/** GET /api/acta/meetings/:meetId/pdf, with ?transcript=1 for the one with the transcript as an appendix. */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const { meetId } = params;
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer) return refused("not-found");
  const transcript = new URL(request.url).searchParams.get("transcript") === "1";
  const outcome = await downloadPdf(services, { meetId, viewer, transcript, request });
  return outcome.ok ? outcome.value : outcome;
});
export const action = loader;

import { downloadPdf as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { downloadPaper } from "#app/server/meetings/download-paper.ts";
import { findViewer } from "#app/server/meetings/find-viewer.ts";

/** GET /api/acta/meetings/:meetId/pdf, with ?transcript=1 for the one with the transcript as an appendix. */
export const loader = apiRoute(endpoint, async ({ request, params, services, user }) => {
    const { meetId } = params;
    const viewer = await findViewer(services, user.id, meetId);
    if (!viewer) return refused("not-found");
    const transcript = new URL(request.url).searchParams.get("transcript") === "1";
    const outcome = await downloadPaper(services, { meetId, viewer, transcript, request });
    return outcome.ok ? outcome.value : outcome;
  });
export const action = loader;

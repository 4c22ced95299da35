import { parseMeetId } from "#app/domain/ids.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { downloadPaper } from "#app/server/meetings/download-paper.ts";
import { findViewer } from "#app/server/meetings/find-viewer.ts";

/** GET /api/acta/meetings/:meetId/pdf, with ?transcript=1 for the one with the transcript as an appendix. */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  failure: "error.notAvailable",
  answer: async ({ request, params, services, user }) => {
    const meetId = parseMeetId(params.meetId);
    const viewer = meetId && (await findViewer(services, user.id, meetId));
    if (!meetId || !viewer) return refused("not-found");
    const transcript = new URL(request.url).searchParams.get("transcript") === "1";
    const outcome = await downloadPaper(services, { meetId, viewer, transcript, request });
    return outcome.ok ? outcome.value : outcome;
  },
});
export const action = loader;

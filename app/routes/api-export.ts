import { apiRoute } from "#app/server/http/api-route.ts";
import { exportMeeting } from "#app/server/meetings/export-meeting.ts";

/** GET /api/acta/meetings/:meetId/export/:format */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  failure: "error.notAvailable",
  answer: async ({ request, params, services, actor }) => {
    const exported = await exportMeeting(services, actor, {
      meetId: params.meetId,
      format: params.format,
      request,
    });
    return exported.ok ? exported.value : exported;
  },
});
export const action = loader;

import { v1ReadMeeting as read } from "#app/contracts/endpoints/public.ts";
import { v1DeleteMeeting as remove } from "#app/contracts/endpoints/public-changes.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { checkIfMatch } from "#app/server/http/entity-tag.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";
import { readMeeting } from "#app/server/programs/read-meeting.ts";

/** /api/v1/meetings/:meetId */
export const loader = apiRoutes(
  apiRoute(read, ({ params, services, actor }) => readMeeting(services, actor, params.meetId)),
  apiRoute(remove, async ({ request, params, services, actor }) => {
    const { meetId } = params;
    if (request.headers.has("If-Match")) {
      const now = await readMeeting(services, actor, meetId);
      const held = now.ok ? await checkIfMatch(request, now.value, "optional") : now;
      if (!held.ok) return held;
    }
    return deleteMeeting(services, { actor, meetId });
  }),
);
export const action = loader;

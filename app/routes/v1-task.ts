import { v1ReadTask as read } from "#app/contracts/endpoints/public.ts";
import { v1ChangeTask as change } from "#app/contracts/endpoints/public-changes.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { checkIfMatch } from "#app/server/http/entity-tag.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { readTask } from "#app/server/programs/read-meeting.ts";

/** GET and PATCH /api/v1/meetings/:meetId/tasks/:taskId */
export const loader = apiRoutes(
  apiRoute(read, ({ params, services, actor }) => readTask(services, actor, params)),
  apiRoute(change, async ({ request, params, services, actor, body }) => {
    const now = await readTask(services, actor, params);
    const held = now.ok ? await checkIfMatch(request, now.value, "needed") : now;
    if (!held.ok) return held;
    const { meetId, taskId } = params;
    const changed = await editMeeting(services, actor, meetId, { type: "tick-task", taskId, done: body.done });
    return changed.ok ? readTask(services, actor, params) : changed;
  }),
);
export const action = loader;

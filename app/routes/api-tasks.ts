import { listTasks as endpoint } from "#app/contracts/endpoints/tasks.ts";
import { TASKS_PAGE } from "#app/domain/limits/screens.ts";
import { ok } from "#app/domain/outcome.ts";
import { parseTaskCursor, parseTaskFilters } from "#app/domain/tasks/task-list.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";

/** GET /api/tasks */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const { searchParams } = new URL(request.url);
  const asked = {
    filters: parseTaskFilters(searchParams),
    limit: TASKS_PAGE,
    name: user.name,
    after: parseTaskCursor(searchParams.get("cursor")),
  };
  return ok(await listTasks(services, actor, asked));
});
export const action = loader;

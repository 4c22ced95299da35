import * as search from "#app/contracts/endpoints/search.ts";
import * as tasks from "#app/contracts/endpoints/tasks.ts";
import { TASKS_PAGE } from "#app/domain/limits/lists.ts";
import { ok } from "#app/domain/outcome.ts";
import { parseTaskCursor, parseTaskFilters } from "#app/domain/tasks/task-list.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { withSent } from "#app/server/tasks/list-sent.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";

/** Search and tasks. */
export const acrossMeetingsRoutes: readonly ApiRoute[] = [
  apiRoute(search.searchMeetings, async ({ request, services, actor, user }) => {
    const { searchParams } = new URL(request.url);
    const asked = { typed: searchParams.get("q") ?? "", cursor: searchParams.get("cursor"), timeZone: user.timeZone };
    return ok(await searchMeetings(services, actor, asked));
  }),
  apiRoute(tasks.listTasks, async ({ request, services, actor, user }) => {
    const { searchParams } = new URL(request.url);
    const asked = {
      filters: parseTaskFilters(searchParams),
      limit: TASKS_PAGE,
      name: user.name,
      after: parseTaskCursor(searchParams.get("cursor")),
    };
    return ok(await withSent(services, actor, await listTasks(services, actor, asked)));
  }),
];

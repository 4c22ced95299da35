import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { TASKS_PAGE } from "#app/domain/limits/lists.ts";
import { dayAt } from "#app/domain/search/local-day.ts";
import { formatTaskCursor, namesInMinutes, parseTaskCursor, parseTaskFilters } from "#app/domain/tasks/task-list.ts";
import { tasksHref } from "#app/features/tasks/task-rows.ts";
import { TasksPage } from "#app/features/tasks/tasks-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { withSent } from "#app/server/tasks/list-sent.ts";
import finding from "#app/ui/styles/finding.css?url";

export const handle: TitleHandle = { title: "common:menu.tasks" };

/** A page of the tasks of all meetings. A cursor that is none of ours is the first page. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const filters = parseTaskFilters(searchParams);
  const after = parseTaskCursor(searchParams.get("cursor"));
  return {
    list: await withSent(
      services,
      actor,
      await listTasks(services, actor, { filters, limit: TASKS_PAGE, name: user.name, after }),
    ),
    filters,
    cursor: after && formatTaskCursor(after),
    today: dayAt(services.now(), user.timeZone),
    hasName: namesInMinutes(user.name).length > 0,
  };
}

export const action = onlyRead;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: finding }];

/** Each choice is a list of its own, with its own ticks. */
function TasksRoute() {
  const shown = useLoaderData<typeof loader>();
  return <TasksPage key={tasksHref(shown.filters, shown.cursor)} {...shown} />;
}

export default withTexts(["tasks"], TasksRoute);

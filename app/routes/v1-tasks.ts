import { v1ListTasks as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listTasksPage } from "#app/server/programs/list-pages.ts";

/** GET /api/v1/tasks */
export const loader = apiRoute(endpoint, ({ request, services, actor, user }) => {
  const parameters = new URL(request.url).searchParams;
  return listTasksPage(services, actor, { parameters, name: user.name });
});
export const action = loader;

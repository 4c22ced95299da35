import { v1ListMeetings as endpoint } from "#app/contracts/endpoints/public.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listMeetingsPage } from "#app/server/programs/list-pages.ts";

/** GET /api/v1/meetings */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const parameters = new URL(request.url).searchParams;
  return ok(await listMeetingsPage(services, actor, { parameters, timeZone: user.timeZone }));
});
export const action = loader;

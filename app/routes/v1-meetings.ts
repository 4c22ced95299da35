import { v1ListMeetings as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listMeetingsPage } from "#app/server/programs/list-pages.ts";

/** GET /api/v1/meetings */
export const loader = apiRoute(endpoint, ({ request, services, actor, user }) => {
  const parameters = new URL(request.url).searchParams;
  return listMeetingsPage(services, actor, { parameters, timeZone: user.timeZone });
});
export const action = loader;

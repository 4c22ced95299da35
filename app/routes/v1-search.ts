import { v1Search as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { searchPage } from "#app/server/programs/list-pages.ts";

/** GET /api/v1/search?q=…&cursor=… */
export const loader = apiRoute(endpoint, ({ request, services, actor, user }) => {
  const parameters = new URL(request.url).searchParams;
  return searchPage(services, actor, { parameters, timeZone: user.timeZone });
});
export const action = loader;

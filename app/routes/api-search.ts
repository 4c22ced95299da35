import { searchMeetings as endpoint } from "#app/contracts/endpoints/search.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";

/** GET /api/search?q=…&cursor=… */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const { searchParams } = new URL(request.url);
  const asked = { typed: searchParams.get("q") ?? "", cursor: searchParams.get("cursor"), timeZone: user.timeZone };
  return ok(await searchMeetings(services, actor, asked));
});
export const action = loader;

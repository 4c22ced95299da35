import { listPeople as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { PEOPLE_PAGE } from "#app/domain/limits/screens.ts";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listPeople } from "#app/server/meetings/list-people.ts";

/** GET /api/acta/people */
export const loader = apiRoute(endpoint, async ({ request, services, actor }) => {
  const after = personKeyOf(new URL(request.url).searchParams.get("after") ?? "");
  return ok(await listPeople(services, actor, { limit: PEOPLE_PAGE, after }));
});
export const action = loader;

import { listMeetings as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { HISTORY_PAGE_MEETINGS, SELECTION_PAGE_MEETINGS } from "#app/domain/limits/screens.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";

/** GET /api/acta/meetings */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const { searchParams } = new URL(request.url);
  const list = await filterMeetings(services, actor, {
    filters: parseListFilters(searchParams),
    limit: searchParams.get("page") === "long" ? SELECTION_PAGE_MEETINGS : HISTORY_PAGE_MEETINGS,
    timeZone: user.timeZone,
    older: searchParams.get("older"),
    newer: searchParams.get("newer"),
  });
  return ok(list);
});
export const action = loader;

import { readUpcomingEvents } from "#app/contracts/endpoints/calendars.ts";
import { ok } from "#app/domain/outcome.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/calendar-events */
export const loader = apiRoute(readUpcomingEvents, async ({ request, services, actor, user }) =>
  ok(await listEvents(services, { actor, user }, new URL(request.url).searchParams)),
);
export const action = loader;

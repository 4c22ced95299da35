import { readCalendars } from "#app/contracts/endpoints/calendars.ts";
import { ok } from "#app/domain/outcome.ts";
import { listCalendars } from "#app/server/calendars/list-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/calendars */
export const loader = apiRoute(readCalendars, async ({ services, actor }) =>
  ok(await listCalendars(services, actor.userId)),
);
export const action = loader;

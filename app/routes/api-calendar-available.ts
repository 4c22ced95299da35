import { readAvailableCalendars } from "#app/contracts/endpoints/calendars.ts";
import { listAvailable } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/calendar-accounts/{account_id}/available-calendars */
export const loader = apiRoute(readAvailableCalendars, ({ services, actor, params }) =>
  listAvailable(services, actor.userId, params.account_id),
);
export const action = loader;

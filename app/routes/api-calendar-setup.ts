import { removeCalendarSetup } from "#app/contracts/endpoints/calendars.ts";
import { deactivateCalendars } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** DELETE /api/acta/calendar-setup/{provider} */
export const loader = apiRoute(removeCalendarSetup, ({ services, actor, params, body }) =>
  deactivateCalendars(services, actor.userId, params.provider, body.calendar_ids),
);
export const action = loader;

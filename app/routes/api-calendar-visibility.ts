import { changeCalendarVisibility } from "#app/contracts/endpoints/calendars.ts";
import { showCalendars } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PUT /api/acta/calendar-visibility */
export const loader = apiRoute(changeCalendarVisibility, ({ services, actor, body }) =>
  showCalendars(services, actor.userId, body.calendar_ids, body.visible),
);
export const action = loader;

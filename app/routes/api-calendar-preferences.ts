import { changeCalendarPreferences } from "#app/contracts/endpoints/calendars.ts";
import { changePreferences } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PATCH /api/acta/calendar-preferences */
export const loader = apiRoute(changeCalendarPreferences, ({ services, actor, body }) =>
  changePreferences(services, actor.userId, body.joins),
);
export const action = loader;

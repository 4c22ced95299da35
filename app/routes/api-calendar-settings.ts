import { changeCalendarSettings } from "#app/contracts/endpoints/calendars.ts";
import { changeSettings } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PATCH /api/acta/calendars/{calendar_id} */
export const loader = apiRoute(changeCalendarSettings, ({ services, actor, params, body }) =>
  changeSettings(services, actor, params.calendar_id, body),
);
export const action = loader;

import { switchCalendarEvent } from "#app/contracts/endpoints/calendars.ts";
import { switchEvent } from "#app/server/calendars/list-events.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** PUT /api/acta/calendar-events/{event_id}/joining */
export const loader = apiRoute(switchCalendarEvent, ({ services, actor, user, params, body }) =>
  switchEvent(services, { actor, user }, params.event_id, body.joins),
);
export const action = loader;

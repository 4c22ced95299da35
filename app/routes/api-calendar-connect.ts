import { connectCalendar as endpoint } from "#app/contracts/endpoints/calendars.ts";
import { connectCalendar } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/connect-calendar/{provider} */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  connectCalendar(services, actor.userId, params.provider, body),
);
export const action = loader;

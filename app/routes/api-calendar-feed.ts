import { addCalendarFeed } from "#app/contracts/endpoints/calendars.ts";
import { addFeed } from "#app/server/calendars/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/calendar-accounts/ics */
export const loader = apiRoute(addCalendarFeed, ({ services, actor, user, body }) =>
  addFeed(services, { actor, user }, body),
);
export const action = loader;

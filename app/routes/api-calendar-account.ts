import { disconnectCalendarAccount } from "#app/contracts/endpoints/calendars.ts";
import { disconnectAccount } from "#app/server/calendars/change-calendars.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** DELETE /api/acta/calendar-accounts/{account_id} */
export const loader = apiRoute(disconnectCalendarAccount, ({ services, actor, params }) =>
  disconnectAccount(services, actor.userId, params.account_id),
);
export const action = loader;

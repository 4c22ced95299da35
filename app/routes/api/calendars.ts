import { redirect } from "@remix-run/cloudflare";
import * as calendars from "#app/contracts/endpoints/calendars.ts";
import { ok } from "#app/domain/outcome.ts";
import {
  changePreferences,
  changeSettings,
  connectCalendar,
  deactivateCalendars,
  disconnectAccount,
  listAvailable,
  showCalendars,
} from "#app/server/calendars/change-calendars.ts";
import { addFeed, finishConsent, startConsent } from "#app/server/calendars/connect-account.ts";
import { listCalendars } from "#app/server/calendars/list-calendars.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { switchEvent } from "#app/server/calendars/switch-event.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";

/** Calendar accounts, their calendars and events. */
export const calendarRoutes: readonly ApiRoute[] = [
  apiRoute(calendars.readCalendars, async ({ services, actor }) => ok(await listCalendars(services, actor.userId))),
  apiRoute(calendars.changeCalendarSettings, ({ services, actor, params, body }) =>
    changeSettings(services, actor, params.calendar_id, body),
  ),
  apiRoute(calendars.connectCalendar, ({ services, actor, params, body }) =>
    connectCalendar(services, actor.userId, params.provider, body),
  ),
  apiRoute(calendars.removeCalendarSetup, ({ services, actor, params, body }) =>
    deactivateCalendars(services, actor.userId, params.provider, body.calendar_ids),
  ),
  apiRoute(calendars.changeCalendarVisibility, ({ services, actor, body }) =>
    showCalendars(services, actor.userId, body.calendar_ids, body.visible),
  ),
  apiRoute(calendars.changeCalendarPreferences, ({ services, actor, body }) =>
    changePreferences(services, actor.userId, body.joins),
  ),
  apiRoute(calendars.addCalendarFeed, ({ services, actor, user, body }) => addFeed(services, { actor, user }, body)),
  apiRoute(calendars.connectCalendarAccount, async ({ services, actor, params, body }) => {
    const started = await startConsent(services, actor, { provider: params.provider, returnTo: body.returnTo });
    return started.ok ? redirect(started.value.url, 303) : started;
  }),
  apiRoute(calendars.finishCalendarConsent, async ({ request, services, actor, params }) => {
    const { searchParams: query, origin } = new URL(request.url);
    const { result, returnTo } = await finishConsent(services, actor, { provider: params.provider, query });
    const { pathname, searchParams, hash } = new URL(returnTo, origin);
    searchParams.set("calendar", result);
    return redirect(`${pathname}?${searchParams}${hash}`);
  }),
  apiRoute(calendars.disconnectCalendarAccount, ({ services, actor, params }) =>
    disconnectAccount(services, actor.userId, params.account_id),
  ),
  apiRoute(calendars.readAvailableCalendars, ({ services, actor, params }) =>
    listAvailable(services, actor.userId, params.account_id),
  ),
  apiRoute(calendars.readUpcomingEvents, async ({ request, services, actor, user }) =>
    ok(await listEvents(services, { actor, user }, new URL(request.url).searchParams)),
  ),
  apiRoute(calendars.switchCalendarEvent, ({ services, actor, user, params, body }) =>
    switchEvent(services, { actor, user }, params.event_id, body.joins),
  ),
];

import { and, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { CalendarSettingsPayload, ConnectCalendarPayload } from "#app/contracts/calendar-payloads.ts";
import type { AvailableCalendarsAnswer, CalendarView, ChangedCalendars } from "#app/contracts/calendars.ts";
import { parseCalendarProvider } from "#app/domain/calendar/calendar.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { MEETING_LANGUAGE_DEFAULT } from "#app/domain/meeting-languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { calendarAccounts, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import { calendarView, isOneOf } from "#app/server/calendars/list-calendars.ts";
import { removeProjection } from "#app/server/calendars/project-account.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { switchInAccounts } from "#app/server/calendars/switch-event.ts";
import type { CalendarRefusal, CalendarSettings } from "#app/server/ports/calendar-account.ts";
import type { Services } from "#app/server/services.ts";
import { chooseTemplate, releaseClaim } from "#app/server/templates/choose-template.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/** Changes of calendars by their person. The objects store them; every query has the person in it. */

/** Statuses of a meeting whose call has not begun. */
const WAITING = ["SCHEDULE", "TORECORD"];

type Needs = Pick<Services, "db" | "lists" | "calendarAccounts">;
type Changed = Outcome<ChangedCalendars, CalendarRefusal>;

/** §7, POST connect-calendar: activates calendars by their ids, or connects one of the account's available calendars. */
export async function connectCalendar(
  services: Needs,
  userId: string,
  providerText: string,
  payload: ConnectCalendarPayload,
): Promise<Changed> {
  const provider = parseCalendarProvider(providerText);
  if (provider === null) return refused("not-found");
  if (!("account_id" in payload)) {
    const ids = "calendar_ids" in payload ? payload.calendar_ids : [payload.calendar_id];
    return change(services, userId, { ids, provider, settings: { active: true } });
  }
  const account = await findAccount(services, userId, payload.account_id);
  if (account?.provider !== provider) return refused("not-found");
  const connected = await services.calendarAccounts
    .of(payload.account_id)
    .connectCalendar(userId, payload.provider_calendar_id);
  if (!connected.ok) return connected;
  return ok({ calendars: connected.value.map(calendarView) });
}

/** §7, DELETE calendar-setup: the calendars are not active any more. */
export async function deactivateCalendars(
  services: Needs,
  userId: string,
  providerText: string,
  ids: readonly string[],
): Promise<Changed> {
  const provider = parseCalendarProvider(providerText);
  if (provider === null) return refused("not-found");
  return change(services, userId, { ids, provider, settings: { active: false } });
}

/** §7, PUT calendar-visibility. */
export function showCalendars(
  services: Needs,
  userId: string,
  ids: readonly string[],
  visible: boolean,
): Promise<Changed> {
  return change(services, userId, { ids, provider: null, settings: { visible } });
}

/** Default template, language, rule and join switch of a calendar. The template is one that the person may use. */
export async function changeSettings(
  services: Needs & Pick<Services, "now">,
  actor: Pick<PersonActor, "userId" | "workspaceId">,
  calendarId: string,
  { template_id, mine, ...rest }: CalendarSettingsPayload,
): Promise<Outcome<ChangedCalendars, CalendarRefusal | "template-not-found">> {
  // The template counts as used until the calendar's row shows it: a deletion at the same moment is refused, or this choice is.
  const holder = `calendar:${calendarId}`;
  const templateId = template_id === BASIC_SYSTEM_WORD ? null : (template_id ?? null);
  const asked = { templateId, language: MEETING_LANGUAGE_DEFAULT, holder, now: services.now() };
  if (!(await chooseTemplate(services, actor, asked))) return refused("template-not-found");
  const given = { ...rest, isMine: mine, ...(template_id === undefined ? {} : { templateId: template_id }) };
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changed = await change(services, actor.userId, { ids: [calendarId], provider: null, settings });
  await releaseClaim(services, holder);
  return changed;
}

/** Each account changes its own calendars. Ids that are not the person's are not found, and then nothing changes. */
async function change(
  services: Needs,
  userId: string,
  asked: { ids: readonly string[]; provider: string | null; settings: Partial<CalendarSettings> },
): Promise<Changed> {
  const { db, calendarAccounts: accounts } = services;
  const ids = [...new Set(asked.ids)];
  const rows = await db
    .select({ id: calendars.id, accountId: calendars.accountId, provider: calendarAccounts.provider })
    .from(calendars)
    .innerJoin(calendarAccounts, eq(calendarAccounts.id, calendars.accountId))
    .where(and(eq(calendars.userId, userId), isOneOf(ids)));
  const mine = rows.filter(({ provider }) => asked.provider === null || provider === asked.provider);
  if (mine.length < ids.length) return refused("not-found");
  const views: CalendarView[] = [];
  for (const accountId of new Set(mine.map((row) => row.accountId))) {
    const own = mine.filter((row) => row.accountId === accountId).map(({ id }) => id);
    const changed = await accounts.of(accountId).changeCalendars(userId, own, asked.settings);
    if (!changed.ok) return changed;
    views.push(...changed.value.map(calendarView));
  }
  return ok({ calendars: views });
}

/** §7, GET available-calendars. */
export async function listAvailable(
  services: Needs,
  userId: string,
  accountId: string,
): Promise<Outcome<AvailableCalendarsAnswer, CalendarRefusal>> {
  if (!(await findAccount(services, userId, accountId))) return refused("not-found");
  const available = await services.calendarAccounts.of(accountId).available(userId);
  if (!available.ok) return available;
  return ok({
    available_calendars: available.value.map(({ calendarId, providerCalendarId, ...rest }) => ({
      id: calendarId,
      provider_calendar_id: providerCalendarId,
      account_id: accountId,
      ...rest,
    })),
  });
}

/** Ends an account. Idempotent for its person. */
export async function disconnectAccount(
  services: Needs,
  userId: string,
  accountId: string,
): Promise<Outcome<null, "not-found">> {
  if (!(await findAccount(services, userId, accountId))) return refused("not-found");
  await services.calendarAccounts.of(accountId).disconnect(userId);
  // Rows of an account whose object was never begun.
  await removeProjection(services, { accountId, userId });
  return ok(null);
}

/** The switch for all calendars. It is judged when an event is due; meetings that are planned already are cancelled. */
export async function changePreferences(services: Needs & Pick<Services, "now">, userId: string, joins: boolean) {
  await services.db
    .insert(calendarPreferences)
    .values({ userId, joins })
    .onConflictDoUpdate({ target: calendarPreferences.userId, set: { joins } });
  if (!joins) await dropPlanned(services, userId);
  return ok({ joins });
}

/**
 * Cancels the meetings that the person's events have been handed over to. A call that has begun goes on. Each event is switched off, which drops its
 * meeting, and gets its former switch back, so that it is joined again once joining is on again.
 */
async function dropPlanned(services: Needs & Pick<Services, "now">, userId: string): Promise<void> {
  const handed = await eventsOf(services, userId)
    .select({ eventKey: calendarEvents.eventKey, switched: calendarEvents.switched, meetId: calendarEvents.meetId })
    .from(calendarEvents)
    .where(
      and(
        eq(calendarEvents.userId, userId),
        eq(calendarEvents.joins, true),
        gt(calendarEvents.startsAt, services.now() - DAY_MS),
        isNotNull(calendarEvents.meetId),
      ),
    );
  if (handed.length === 0) return;
  const asked = JSON.stringify(handed.map(({ meetId }) => meetId));
  const waiting = await services.db
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        sql`${meetings.id} in (select value from json_each(${asked}))`,
        isNull(meetings.deletedAt),
        inArray(meetings.status, WAITING),
      ),
    );
  // One event for each key: others of it have the same switch.
  const planned = new Map(
    handed
      .filter(({ meetId }) => waiting.some(({ id }) => id === meetId))
      .map(({ eventKey, switched }) => [eventKey, switched]),
  );
  for (const [eventKey, switched] of planned) {
    try {
      await switchInAccounts(services, { userId, eventKey, joins: false });
    } finally {
      await switchInAccounts(services, { userId, eventKey, joins: switched });
    }
  }
}

async function findAccount({ db }: Needs, userId: string, accountId: string) {
  const [row] = await db
    .select({ provider: calendarAccounts.provider })
    .from(calendarAccounts)
    .where(and(eq(calendarAccounts.id, accountId), eq(calendarAccounts.userId, userId)));
  return row ?? null;
}

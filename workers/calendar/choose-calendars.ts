import { randomId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { AvailableCalendar, CalendarRefusal, CalendarSettings } from "#app/server/ports/calendar-account.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import type { AccountRow } from "#workers/calendar/store.ts";
import { insertCalendar, readCalendars, saveSettings } from "#workers/calendar/store-calendars.ts";
import { touchEvents } from "#workers/calendar/store-events.ts";
import { noteRefusal } from "#workers/calendar/sync.ts";
import type { Tokens } from "#workers/calendar/tokens.ts";

/** A person's choices among the calendars of an account: which are connected, and their settings. */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens };

/** All calendars of the account, connected or not, as the provider lists them now. */
export async function listAvailable(
  needs: Needs,
  account: AccountRow,
): Promise<Outcome<AvailableCalendar[], CalendarRefusal>> {
  const known = readCalendars(needs.storage.sql);
  const listed: Outcome<Listed[], CalendarRefusal> =
    account.provider === "ics"
      ? ok(known.map(({ providerCalendarId, name }) => ({ providerCalendarId, name, primary: true })))
      : await listAtProvider(needs, account);
  if (!listed.ok) return listed;
  return ok(
    listed.value.map(({ providerCalendarId, name, primary }) => {
      const calendar = known.find((one) => one.providerCalendarId === providerCalendarId);
      const { active = false, visible = false } = calendar?.settings ?? {};
      return { calendarId: calendar?.calendarId ?? null, providerCalendarId, name, primary, active, visible };
    }),
  );
}

type Listed = Pick<AvailableCalendar, "providerCalendarId" | "name" | "primary">;

async function listAtProvider(
  { storage, deps, tokens }: Needs,
  account: AccountRow,
): Promise<Outcome<Listed[], CalendarRefusal>> {
  if (account.provider === "ics") return ok([]);
  const client = deps.clients[account.provider];
  try {
    for (const fresh of [false, true]) {
      const access = await tokens.access(fresh);
      if (!access.ok) {
        // Known from now on, not only from the next sync on.
        noteRefusal({ storage, deps });
        return refused("calendar-reconnect");
      }
      const listed = await client.listCalendars(access.value);
      if (listed.ok) return listed;
    }
    return refused("calendar-reconnect");
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { accountId, provider } = account;
    deps.log("calendar.list.failed", { accountId, provider, status: error.status });
    return refused("calendar-unavailable");
  }
}

/** Connects one of them, active. A calendar that is connected already keeps its settings. Answers its id. */
export async function addCalendar(
  needs: Needs,
  account: AccountRow,
  providerCalendarId: string,
): Promise<Outcome<string, CalendarRefusal>> {
  const available = await listAvailable(needs, account);
  if (!available.ok) return available;
  const found = available.value.find((one) => one.providerCalendarId === providerCalendarId);
  if (!found) return refused("not-found");
  const { sql } = needs.storage;
  const { calendarId, name, primary: isPrimary } = found;
  insertCalendar(sql, { calendarId: calendarId ?? randomId(), providerCalendarId, name, isPrimary });
  const calendar = readCalendars(sql).find((one) => one.providerCalendarId === providerCalendarId);
  if (!calendar) return refused("not-found");
  changeSettings(needs, [calendar.calendarId], { active: true });
  return ok(calendar.calendarId);
}

/** False: none of them is a calendar of the account. */
export function changeSettings(
  { storage }: Pick<Needs, "storage">,
  calendarIds: readonly string[],
  change: Partial<CalendarSettings>,
): boolean {
  const own = readCalendars(storage.sql).filter(({ calendarId }) => calendarIds.includes(calendarId));
  storage.transactionSync(() => {
    for (const { calendarId, settings } of own) {
      saveSettings(storage.sql, calendarId, { ...settings, ...change });
      touchEvents(storage.sql, calendarId);
      // The answer decides over the events when the file is read, so it is read again.
      if (change.isMine !== undefined && change.isMine !== settings.isMine)
        storage.sql.exec("UPDATE calendars SET etag = NULL WHERE calendar_id = ?", calendarId);
    }
  });
  return own.length > 0;
}

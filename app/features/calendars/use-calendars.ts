import { callApi } from "#app/contracts/call-api.ts";
import type { CalendarsAnswer, CalendarView, ChangedCalendars } from "#app/contracts/calendars.ts";
import { readCalendars } from "#app/contracts/endpoints/calendars.ts";
import { type Followed, type Patch, useFollowed } from "#app/features/calendars/use-followed.ts";

export type Calendars = Followed<CalendarsAnswer>;

const read = (signal: AbortSignal | undefined) => callApi(readCalendars, { signal, unasked: true });

/** The person's accounts with their calendars. */
export function useCalendars(initial: CalendarsAnswer | null): Calendars {
  return useFollowed(initial, read);
}

type AccountOf = CalendarsAnswer["calendar_integrations"][number];
export type ShownAccount = AccountOf["accounts"][number] & { provider: AccountOf["provider"] };

/** All accounts, each with its provider. */
export function accountsOf({ calendar_integrations }: CalendarsAnswer): ShownAccount[] {
  return calendar_integrations.flatMap(({ provider, accounts }) => accounts.map((each) => ({ ...each, provider })));
}

/** Changes fields of the calendars with these ids. */
export function patchCalendars(ids: readonly string[], fields: Partial<CalendarView>): Patch<CalendarsAnswer> {
  return mapCalendars((calendar) => (ids.includes(calendar.id) ? { ...calendar, ...fields } : calendar));
}

/** Puts the calendars in place that a call answered with. */
export function replaceCalendars({ calendars }: ChangedCalendars): Patch<CalendarsAnswer> {
  return mapCalendars((calendar) => calendars.find(({ id }) => id === calendar.id) ?? calendar);
}

function mapCalendars(change: (calendar: CalendarView) => CalendarView): Patch<CalendarsAnswer> {
  return (answer) => ({
    ...answer,
    calendar_integrations: answer.calendar_integrations.map((integration) => ({
      ...integration,
      accounts: integration.accounts.map((account) => ({ ...account, calendars: account.calendars.map(change) })),
    })),
  });
}

/** Takes an account away. */
export function withoutAccount(accountId: string): Patch<CalendarsAnswer> {
  return (answer) => ({
    ...answer,
    calendar_integrations: answer.calendar_integrations.map((integration) => ({
      ...integration,
      accounts: integration.accounts.filter(({ account_id }) => account_id !== accountId),
    })),
  });
}

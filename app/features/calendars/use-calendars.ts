import { callApi } from "#app/contracts/call-api.ts";
import type {
  AvailableCalendarsAnswer,
  CalendarsAnswer,
  CalendarView,
  ChangedCalendars,
} from "#app/contracts/calendars.ts";
import { readCalendars } from "#app/contracts/endpoints/calendars.ts";
import { JOIN_RULE_DEFAULT } from "#app/domain/calendar/calendar.ts";
import { type Followed, type Patch, useFollowed } from "#app/features/calendars/use-followed.ts";

export type Calendars = Followed<CalendarsAnswer>;

const read = (signal: AbortSignal | undefined) => callApi(readCalendars, { signal, unasked: true });

/** The person's accounts with their calendars. */
export function useCalendars(initial: CalendarsAnswer | null): Calendars {
  return useFollowed(initial, read);
}

export type AvailableCalendar = AvailableCalendarsAnswer["available_calendars"][number];
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
  return mapAccounts((account) => [{ ...account, calendars: account.calendars.map(change) }]);
}

type Account = AccountOf["accounts"][number];

function mapAccounts(change: (account: Account) => Account[]): Patch<CalendarsAnswer> {
  return (answer) => ({
    ...answer,
    calendar_integrations: answer.calendar_integrations.map((integration) => ({
      ...integration,
      accounts: integration.accounts.flatMap(change),
    })),
  });
}

const PENDING = "pending:";

/** Whether the calendar is being connected: it has no id of Acta's yet, and nothing about it can be changed. */
export const isPending = ({ id }: Pick<CalendarView, "id">): boolean => id.startsWith(PENDING);

/** A calendar as it will be when the provider has answered. */
export function pendingCalendar({
  provider_calendar_id,
  name,
  primary,
}: Pick<AvailableCalendar, "provider_calendar_id" | "name" | "primary">): CalendarView {
  const settings = { active: true, visible: true, joins: true, template_id: null, language: null, mine: null };
  const rule = { ...JOIN_RULE_DEFAULT, skipTitles: [], hours: null };
  return { id: `${PENDING}${provider_calendar_id}`, name, primary, unreadable: 0, ...settings, rule };
}

/** Shows calendars under their account, after those that stand there. */
export function withCalendars(accountId: string, added: readonly CalendarView[]): Patch<CalendarsAnswer> {
  const isOther = (calendar: CalendarView) => added.every(({ id }) => id !== calendar.id);
  return mapAccounts((account) =>
    account.account_id === accountId
      ? [{ ...account, calendars: [...account.calendars.filter(isOther), ...added] }]
      : [account],
  );
}

/** Takes an account away. */
export function withoutAccount(accountId: string): Patch<CalendarsAnswer> {
  return mapAccounts((account) => (account.account_id === accountId ? [] : [account]));
}

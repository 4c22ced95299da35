import { expect, test } from "vitest";
import type { CalendarsAnswer, CalendarView } from "#app/contracts/calendars.ts";
import { accountsOf, isPending, pendingCalendar, withCalendars } from "#app/features/calendars/use-calendars.ts";

/** A further calendar of an account, from the press of its button to the provider's answer. */

const calendar = (id: string): CalendarView => ({
  ...pendingCalendar({ provider_calendar_id: id, name: id, primary: false }),
  id,
});
const account = (account_id: string, calendars: CalendarView[]) => ({
  account_id,
  name: account_id,
  state: "ok" as const,
  synced_at: 1,
  calendars,
});
const ANSWER: CalendarsAnswer = {
  joins: true,
  calendar_integrations: [
    { provider: "google", accounts: [account("one", [calendar("main")]), account("two", [calendar("other")])] },
  ],
};
const shownIn = (answer: CalendarsAnswer) => accountsOf(answer).map(({ calendars }) => calendars.map(({ id }) => id));

test("a calendar shows under its account while it is being connected, and cannot be changed", () => {
  const pending = pendingCalendar({ provider_calendar_id: "team", name: "Team", primary: false });
  expect(shownIn(withCalendars("one", [pending])(ANSWER))).toEqual([["main", "pending:team"], ["other"]]);
  expect(pending).toMatchObject({ name: "Team", active: true, visible: true });
  expect([isPending(pending), isPending(calendar("main"))]).toEqual([true, false]);
});

test("the connected calendar stands there once, also where a reading has brought it before", () => {
  const connected = withCalendars("one", [calendar("team")]);
  expect(shownIn(connected(connected(ANSWER)))).toEqual([["main", "team"], ["other"]]);
});

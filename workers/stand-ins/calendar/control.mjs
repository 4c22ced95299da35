/**
 * Orders of tests to the running stand-in, as JSON: `{ provider, person, order, … }`. In a test of one process the stand-in's functions
 * are called directly.
 *
 * @typedef {import("./calendar-stand-in.mjs").CalendarStandIn} CalendarStandIn
 * @typedef {import("./calendar-state.mjs").CalendarEvent} CalendarEvent
 * @typedef {{ provider: import("./calendar-state.mjs").Provider, person: string, calendar?: string } & (
 *   | { order: "look" | "empty" | "expire-access" | "revoke" | "forget-tokens" }
 *   | { order: "add", event: Partial<CalendarEvent> & { startsAt: number } }
 *   | { order: "change", eventId: string, change: Partial<import("./calendar-state.mjs").EventContent> }
 *   | { order: "cancel", eventId: string, state?: "removed" | "called-off" }
 * )} Order
 */

/** Answers with the account's calendars as they are afterwards. @param {CalendarStandIn} standIn @param {Order} order */
export function control({ accountOf, state, grants }, order) {
  const account = accountOf(order.provider, order.person);
  if (account === null) throw new RangeError("there is no such person");
  const calendar = account.calendars.get(order.calendar ?? "") ?? [...account.calendars.values()][0];
  if (!calendar) throw new RangeError("the person has no calendar");
  switch (order.order) {
    case "look":
      break;
    case "empty":
      for (const each of account.calendars.values()) {
        for (const { id } of each.series.values()) state.removeSeries(each, id);
        for (const event of each.events.values()) if (event.state === "present") state.cancelEvent(each, event.id);
      }
      break;
    case "expire-access":
      grants.expireAccessTokens();
      break;
    case "revoke":
      grants.revokePerson(order.provider, order.person);
      break;
    case "forget-tokens":
      state.forgetTokens(calendar);
      break;
    case "add":
      state.addEvent(account, calendar, order.event);
      break;
    case "change":
      state.changeEvent(calendar, order.eventId, order.change);
      break;
    case "cancel":
      state.cancelEvent(calendar, order.eventId, order.state);
      break;
    default:
      throw new RangeError("there is no such order");
  }
  return [...account.calendars.values()].map(({ id, name, events }) => ({ id, name, events: [...events.values()] }));
}

import type { JoinDecision, JoinRule, SkipReason, WorkingHours } from "#app/domain/calendar/calendar.ts";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { stripAccents } from "#app/domain/transcript/fold.ts";

/** Choices and facts that decide over an event beside the event itself. */
export type JoinContext = {
  isActive: boolean;
  /** The calendar's switch. */
  joins: boolean;
  rule: JoinRule;
  /** The person's switch for this event; null: the rule decides. */
  switched: boolean | null;
  /** A feed of which the person has not said whether it is their own calendar. */
  isUnanswered?: boolean;
  /** The person's. */
  timeZone: string;
  /** The address of the account, in lower case; null for a feed. */
  address: string | null;
};

const skip = (reason: SkipReason): JoinDecision => ({ joins: false, reason });

/**
 * Whether Acta joins an event (§6: where the person is organiser). The switch for all calendars, the plan and the clock are judged
 * when the event is due, because they change without the event.
 */
export function decideJoin(event: CalendarEvent, context: JoinContext): JoinDecision {
  const { rule, switched } = context;
  if (event.isCancelled) return skip("cancelled");
  if (event.isBusyOnly) return skip("busy-only");
  if (event.isAllDay) return skip("all-day");
  if (event.link === null) return skip(event.isPersonalRoom === true ? "personal-room" : "no-link");
  // Also where the person switched it on: Acta would come at the wrong hour.
  if (event.isTimeCertain === false) return skip("time-uncertain");
  if (switched === false) return skip("switched-off");
  if (!context.isActive) return skip("calendar-inactive");
  if (!context.joins) return skip("calendar-off");
  if (switched === true) return { joins: true, reason: "switched-on" };
  if (event.response === "declined") return skip("declined");
  if (!event.isOrganiser && !rule.accepted)
    return skip(context.isUnanswered === true ? "feed-unanswered" : "not-organiser");
  if (!event.isOrganiser && event.response !== "accepted") return skip("not-accepted");
  if (titleIsSkipped(event.title, rule.skipTitles)) return skip("rule-title");
  if (!guestsFit(event, context)) return skip("rule-guests");
  if (rule.hours && !isWithin(rule.hours, event.startsAt, context.timeZone)) return skip("rule-hours");
  return { joins: true, reason: event.isOrganiser ? "organiser" : "accepted" };
}

function titleIsSkipped(title: string, skipped: readonly string[]): boolean {
  const said = plain(title);
  return skipped.some((text) => plain(text) !== "" && said.includes(plain(text)));
}

/** Signs stay: they tell "C++" from a C, and people mark what is private by a symbol. */
function plain(text: string): string {
  return stripAccents(text.toLowerCase()).replace(/[’ʼ]/gu, "'").replace(/\s+/gu, " ").trim();
}

/** An event without other people, or a calendar without an address, has no guests to judge. */
function guestsFit({ people }: CalendarEvent, { rule, address }: JoinContext): boolean {
  if (rule.guests === "any" || address === null) return true;
  const own = domainOf(address);
  const others = people.filter((person) => person !== address);
  const hasExternal = others.some((person) => domainOf(person) !== own);
  return rule.guests === "external" ? hasExternal : !hasExternal;
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** By the wall clock of the zone, also on the nights on which clocks change. */
function isWithin({ from, to, days }: WorkingHours, at: number, timeZone: string): boolean {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  const minute = Number(part("hour")) * 60 + Number(part("minute"));
  return days.includes(WEEKDAYS.indexOf(part("weekday")) + 1) && minute >= from && minute < to;
}

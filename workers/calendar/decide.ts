import type { JoinDecision } from "#app/domain/calendar/calendar.ts";
import { decideJoin } from "#app/domain/calendar/decide-join.ts";
import type { PlanAsked } from "#app/server/calendars/plan-meeting.ts";
import { isStale } from "#workers/calendar/stale-events.ts";
import type { AccountRow } from "#workers/calendar/store.ts";
import type { CalendarRow } from "#workers/calendar/store-calendars.ts";
import type { EventRow } from "#workers/calendar/store-plan.ts";

/** Whether an event is joined, by what the account's object has of it. */

export function decisionOf(row: EventRow, account: AccountRow, calendar: CalendarRow | undefined): JoinDecision {
  if (!calendar || row.isRemoved) return { joins: false, reason: "cancelled" };
  const { active, joins, rule, isMine } = calendar.settings;
  return decideJoin(row.event, {
    isActive: active,
    joins,
    rule,
    switched: row.switched,
    timeZone: account.context.timeZone,
    isUnanswered: account.provider === "ics" && isMine === null,
    address: account.address ?? account.context.email?.toLowerCase() ?? null,
  });
}

/** The decision about an event: nothing is to be done where the event may have changed since it was read. */
export function unlessStale(decision: JoinDecision, isStaleEvent: boolean): JoinDecision {
  return decision.joins && isStaleEvent ? { joins: false, reason: "not-readable" } : decision;
}

export function decisionNow(row: EventRow, account: AccountRow, calendar: CalendarRow, now: number): JoinDecision {
  return unlessStale(decisionOf(row, account, calendar), isStale(account, calendar, now));
}

export function planAskedOf(row: EventRow, account: AccountRow, calendar: CalendarRow): PlanAsked {
  const { userId, workspaceId } = account;
  const { templateId, language } = calendar.settings;
  return { userId, workspaceId, eventId: row.eventId, event: row.event, templateId, language };
}

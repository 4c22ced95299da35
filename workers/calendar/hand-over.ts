import { CALENDAR_JOIN_LATE_MS, CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { faultOf } from "#app/server/log.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { decisionNow, planAskedOf } from "#workers/calendar/project.ts";
import { type EventRow, noteHanded, noteRefused, readEvents } from "#workers/calendar/store-plan.ts";
import { readAccount } from "#workers/calendar/store.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { askForLimitAgain } from "#workers/calendar/tell-person.ts";

/**
 * Gives due events to their meetings. The object's own events decide, not the rows of D1 that the cron read: an event that was
 * cancelled or moved since is left out. One event that fails does not delay the others; the next minute tries it again.
 */
export async function handOverEvents(
  { storage, deps }: { storage: DurableObjectStorage; deps: CalendarDeps },
  eventIds: readonly string[],
): Promise<number> {
  const rows = readEvents(storage.sql, eventIds);
  const handed = await Promise.all(rows.map((row) => handOver({ storage, deps }, row)));
  return handed.filter(Boolean).length;
}

async function handOver(
  { storage, deps }: { storage: DurableObjectStorage; deps: CalendarDeps },
  row: EventRow,
): Promise<boolean> {
  const { sql } = storage;
  const account = readAccount(sql);
  const calendar = readCalendars(sql).find(({ calendarId }) => calendarId === row.calendarId);
  const now = deps.now();
  const { startsAt } = row.event;
  const isDue = startsAt - CALENDAR_JOIN_LEAD_MS <= now && startsAt + CALENDAR_JOIN_LATE_MS > now;
  if (account === null || account.isLeaving || !calendar || row.handedAt !== null || !isDue) return false;
  if (!decisionNow(row, account, calendar, now).joins) return false;
  try {
    const planned = await deps.plan(planAskedOf(row, account, calendar));
    if (!planned.ok) {
      deps.log("calendar.meeting.refused", { eventId: row.eventId, reason: planned.reason });
      noteRefused(sql, row.eventId, now);
      // The person may not have been told: the last recording may have been used a moment ago.
      if (planned.reason === "limit-reached" && row.refusedAt === null) askForLimitAgain(sql);
      return false;
    }
    const { meetId, isShown = false } = planned.value;
    // The event may have changed while its meeting was made: the meeting then follows it.
    const [current] = readEvents(sql, [row.eventId]);
    storage.transactionSync(() => {
      noteHanded(sql, { eventId: row.eventId, meetId, now, isShown });
      if (current?.isRemoved || JSON.stringify(current?.event) !== JSON.stringify(row.event)) {
        sql.exec("UPDATE events SET follow = follow + 1 WHERE event_id = ?", row.eventId);
      }
    });
    const isEnded = readAccount(sql)?.isLeaving ?? true;
    if (current && !isEnded) return true;
    // Its row is gone, or goes with its account: nothing else would cancel the meeting.
    const { accountId, userId, workspaceId } = account;
    await deps.dropMeeting(meetId, { accountId, userId, workspaceId, erases: isEnded });
    return false;
  } catch (error) {
    deps.log("calendar.meeting.failed", { eventId: row.eventId, error: faultOf(error) });
    return false;
  }
}

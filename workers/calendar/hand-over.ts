import { faultOf } from "#app/server/log.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { planAskedOf } from "#workers/calendar/decide.ts";
import { eventsDue, nextDueAt } from "#workers/calendar/join-times.ts";
import { type EventRow, noteHanded, noteRefused, readEvents } from "#workers/calendar/store-plan.ts";
import { doubtNet, noteNet, readAccount } from "#workers/calendar/store.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { askForLimitAgain } from "#workers/calendar/tell-person.ts";

/**
 * Gives the events that are due to their meetings, by the object's own events: one that was cancelled or moved since the cron was told of it is
 * left out. One event that fails does not delay the others; the next minute tries it again. Answers how many have a meeting, and how many were due.
 */
export async function handOverEvents(needs: {
  storage: DurableObjectStorage;
  deps: CalendarDeps;
}): Promise<{ due: number; handed: number }> {
  const { sql } = needs.storage;
  const now = needs.deps.now();
  const rows = eventsDue(sql, now);
  const net = nextDueAt(
    sql,
    now,
    rows.map(({ eventId }) => eventId),
  );
  // Before, so that whatever is written to D1 meanwhile is known to be another time.
  if (rows.length > 0) noteNet(sql, net);
  const handed = await Promise.all(rows.map((row) => handOver(needs, row, net)));
  return { due: rows.length, handed: handed.filter(Boolean).length };
}

/** `net`: when the cron is to look after the account, once all events that are due have their meetings. */
async function handOver(
  { storage, deps }: { storage: DurableObjectStorage; deps: CalendarDeps },
  row: EventRow,
  net: number | null,
): Promise<boolean> {
  const { sql } = storage;
  const account = readAccount(sql);
  const calendar = readCalendars(sql).find(({ calendarId }) => calendarId === row.calendarId);
  const now = deps.now();
  if (account === null || !calendar) return false;
  try {
    const planned = await deps.plan({
      ...planAskedOf(row, account, calendar),
      net: { accountId: account.accountId, joinAt: net },
    });
    if (!planned.ok) {
      deps.log("calendar.meeting.refused", { eventId: row.eventId, reason: planned.reason });
      noteRefused(sql, row.eventId, now);
      doubtNet(sql);
      // The person may not have been told: the last recording may have been used a moment ago.
      if (planned.reason === "limit-reached" && row.refusedAt === null) askForLimitAgain(sql);
      return false;
    }
    const { meetId, isNoted = false } = planned.value;
    // The event may have changed while its meeting was made: the meeting then follows it.
    const [current] = readEvents(sql, [row.eventId]);
    storage.transactionSync(() => {
      noteHanded(sql, { eventId: row.eventId, meetId, now });
      if (!isNoted) doubtNet(sql);
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
    // Its claim may have been written.
    doubtNet(sql);
    deps.log("calendar.meeting.failed", { eventId: row.eventId, error: faultOf(error) });
    return false;
  }
}

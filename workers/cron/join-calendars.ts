import { and, asc, gt, isNotNull, lte, sql } from "drizzle-orm";
import {
  CALENDAR_DUE_MAX,
  CALENDAR_DUE_RUN_MAX,
  CALENDAR_DUE_RUN_MS_MAX,
  CALENDAR_HAND_OVERS_AT_ONCE,
  CALENDAR_JOIN_LATE_MS,
  CALENDAR_JOIN_LEAD_MS,
  CALENDAR_NET_MS,
  CALENDAR_SYNC_LOST_ACCOUNTS_MAX,
  CALENDAR_SYNC_LOST_MS,
} from "#app/domain/limits/calendars.ts";
import { removeProjection } from "#app/server/calendars/project-account.ts";
import { calendarAccounts, calendarEvents } from "#app/server/db/schema-calendars.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "calendarAccounts" | "log" | "now">;

type Due = { id: string; accountId: string; joinAt: number | null };

/** The events that are due and that their accounts have not taken, a page of them behind `after`. One query of an index that holds planned events only, whatever the number of accounts. */
export function dueEvents(db: Services["db"], now: number, after: Due | null = null) {
  const { joinAt, id, accountId } = calendarEvents;
  const behind = after === null ? undefined : sql`(${joinAt}, ${id}) > (${after.joinAt}, ${after.id})`;
  const window = [lte(joinAt, now - CALENDAR_NET_MS), gt(joinAt, now - CALENDAR_JOIN_LEAD_MS - CALENDAR_JOIN_LATE_MS)];
  return db
    .select({ id, accountId, joinAt })
    .from(calendarEvents)
    .where(and(isNotNull(joinAt), ...window, behind))
    .orderBy(asc(joinAt), asc(id))
    .limit(CALENDAR_DUE_MAX);
}

/**
 * Each minute: events that start soon and that their accounts did not hand over themselves are handed over by them, in pages, until none is left or the minute is nearly over. Accounts do
 * not wait for each other; what fails is tried again a minute later.
 */
export async function joinCalendars(needs: Needs): Promise<{ due: number; handed: number }> {
  const { db, log, now } = needs;
  const at = now();
  let [due, handed]: [number, number] = [0, 0];
  let last: Due | null = null;
  do {
    const page: Due[] = await dueEvents(db, at, last);
    due += page.length;
    handed += await handOver(needs, page);
    last = page.length === CALENDAR_DUE_MAX ? (page.at(-1) ?? null) : null;
  } while (last !== null && due < CALENDAR_DUE_RUN_MAX && now() - at < CALENDAR_DUE_RUN_MS_MAX);
  if (due > 0) log("calendar.due", { due, handed, isMore: last !== null });
  return { due, handed };
}

async function handOver({ calendarAccounts: accounts, log }: Needs, due: readonly Due[]): Promise<number> {
  const byAccount = new Map<string, string[]>();
  for (const { id, accountId } of due) byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), id]);
  let handed = 0;
  await inParallel([...byAccount], async ([accountId, eventIds]) => {
    try {
      // Not `handed += await`: that would read the sum before it waits.
      const count = await accounts.of(accountId).handOver(eventIds);
      handed += count;
    } catch (error) {
      log("calendar.hand-over.failed", { accountId, events: eventIds.length, error: faultOf(error) });
    }
  });
  return handed;
}

/** Accounts whose own alarm did not come. One whose object has nothing was never begun, or ended: its rows go. */
export async function wakeLostAccounts({ db, calendarAccounts: accounts, log, now }: Needs): Promise<number> {
  const lost = await db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(lte(calendarAccounts.nextSyncAt, now() - CALENDAR_SYNC_LOST_MS))
    .orderBy(asc(calendarAccounts.nextSyncAt))
    .limit(CALENDAR_SYNC_LOST_ACCOUNTS_MAX);
  await inParallel(lost, async ({ id }) => {
    try {
      if ((await accounts.of(id).sync()) === null) await removeProjection(db, id);
    } catch (error) {
      log("calendar.wake.failed", { accountId: id, error: faultOf(error) });
    }
  });
  return lost.length;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const lanes = Array.from({ length: Math.min(CALENDAR_HAND_OVERS_AT_ONCE, left.length) }, async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  });
  await Promise.all(lanes);
}

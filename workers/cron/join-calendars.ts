import { and, desc, isNotNull, lte, sql } from "drizzle-orm";
import {
  CALENDAR_DUE_MAX,
  CALENDAR_DUE_RUN_MAX,
  CALENDAR_DUE_RUN_MS_MAX,
  CALENDAR_HAND_OVERS_AT_ONCE,
  CALENDAR_NET_MS,
  CALENDAR_SYNC_LOST_ACCOUNTS_MAX,
  CALENDAR_SYNC_LOST_MS,
} from "#app/domain/limits/calendars.ts";
import { removeProjection } from "#app/server/calendars/project-account.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "lists" | "calendarAccounts" | "log" | "now">;

type Due = { id: string; joinAt: number | null };

/**
 * The accounts that have left an event that was due, a page of them behind `after`, the latest first: one that fails each time stands in nobody's
 * way. One query of an index that holds accounts with planned events only.
 */
export function dueAccounts(db: Services["db"], now: number, after: Due | null = null) {
  const { joinAt, id } = calendarAccounts;
  const behind = after === null ? undefined : sql`(${joinAt}, ${id}) < (${after.joinAt}, ${after.id})`;
  return db
    .select({ id, joinAt })
    .from(calendarAccounts)
    .where(and(isNotNull(joinAt), lte(joinAt, now - CALENDAR_NET_MS), behind))
    .orderBy(desc(joinAt), desc(id))
    .limit(CALENDAR_DUE_MAX);
}

/**
 * Each minute: accounts that did not hand an event over at its time are woken, and hand over what is due, in pages, until none is left or the
 * minute is nearly over. Accounts do not wait for each other; what fails is tried again a minute later.
 */
export async function joinCalendars(needs: Needs): Promise<{ due: number; handed: number }> {
  const { db, log, now } = needs;
  const at = now();
  let [due, handed]: [number, number] = [0, 0];
  let last: Due | null = null;
  do {
    const page: Due[] = await dueAccounts(db, at, last);
    due += page.length;
    handed += await handOver(needs, page);
    last = page.length === CALENDAR_DUE_MAX ? (page.at(-1) ?? null) : null;
  } while (last !== null && due < CALENDAR_DUE_RUN_MAX && now() - at < CALENDAR_DUE_RUN_MS_MAX);
  if (due > 0) log("calendar.due", { due, handed, isMore: last !== null });
  return { due, handed };
}

async function handOver({ calendarAccounts: accounts, log }: Needs, due: readonly Due[]): Promise<number> {
  let handed = 0;
  await inParallel(due, async ({ id }) => {
    try {
      // Not `handed += await`: that would read the sum before it waits.
      const count = await accounts.of(id).handOver();
      handed += count;
    } catch (error) {
      log("calendar.hand-over.failed", { accountId: id, error: faultOf(error) });
    }
  });
  return handed;
}

/** Accounts whose own alarm did not come. One whose object has nothing was never begun, or ended: its rows go. */
export async function wakeLostAccounts(needs: Needs): Promise<number> {
  const { db, calendarAccounts: accounts, log, now } = needs;
  const lost = await db
    .select({ id: calendarAccounts.id, userId: calendarAccounts.userId })
    .from(calendarAccounts)
    .where(lte(calendarAccounts.nextSyncAt, now() - CALENDAR_SYNC_LOST_MS))
    // In no order: those that fail keep their time, and stand in nobody's way.
    .orderBy(sql`random()`)
    .limit(CALENDAR_SYNC_LOST_ACCOUNTS_MAX);
  await inParallel(lost, async ({ id, userId }) => {
    try {
      if ((await accounts.of(id).sync()) === null) await removeProjection(needs, { accountId: id, userId });
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

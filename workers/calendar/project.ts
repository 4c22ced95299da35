import { CALENDAR_JOIN_LATE_MS, CALENDAR_ROWS_PER_BATCH } from "#app/domain/limits/calendars.ts";
import { projectAccount } from "#app/server/calendars/project-account.ts";
import { type EventProjection, projectEvents } from "#app/server/calendars/project-events.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { decisionOf, planAskedOf, unlessStale } from "#workers/calendar/decide.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { nextDueAt } from "#workers/calendar/join-times.ts";
import { type AccountRow, noteNet, readAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, readCalendars } from "#workers/calendar/store-calendars.ts";
import {
  dirtyEvents,
  type EventRow,
  followers,
  noteFlushed,
  noteFollowed,
  readSharers,
} from "#workers/calendar/store-plan.ts";

/** Brings D1, the lists of the person's workspace and planned meetings in line with the account's events. Each part may be repeated and goes on where it was. */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps };

/** Whether anything is left to write. */
export function isBehind(sql: SqlStorage): boolean {
  return (
    sql
      .exec(
        `SELECT 1 FROM events WHERE dirty > 0 UNION ALL SELECT 1 FROM events WHERE follow > 0
         UNION ALL SELECT 1 FROM calendars WHERE dirty > 0 UNION ALL SELECT 1 FROM account WHERE dirty > 0 LIMIT 1`,
      )
      .toArray().length > 0
  );
}

/** Writes what D1 and the lists do not have, `batchesMax` of events at most. Throws where one of them does not answer. */
export async function flush({ storage, deps }: Needs, batchesMax = Number.MAX_SAFE_INTEGER): Promise<void> {
  const { sql } = storage;
  const told = await flushAccount({ storage, deps });
  if (told !== null) await deps.tellPages(told);
  for (let batches = 0; batches < batchesMax; batches++) {
    // Read for each batch: the person may change a calendar while the former batch is written.
    const account = readAccount(sql);
    if (account === null || account.isLeaving) return;
    const calendars = readCalendars(sql);
    const rows = dirtyEvents(sql, CALENDAR_ROWS_PER_BATCH);
    if (rows.length === 0) return;
    const there = rows.filter(({ isRemoved }) => !isRemoved);
    const gone = rows.filter(({ isRemoved }) => isRemoved).map(({ eventId }) => eventId);
    const written = there.map((row) =>
      projectionOf(row, { account, calendar: calendars.find(({ calendarId }) => calendarId === row.calendarId) }),
    );
    await projectEvents(eventsOf(deps, account.userId), written, gone);
    storage.transactionSync(() => noteFlushed(sql, rows));
    await deps.tellPages(account.userId);
  }
}

/** Answers whose pages show something else since; null where only the time of the last reading is new. */
async function flushAccount({ storage, deps }: Needs): Promise<string | null> {
  const { sql } = storage;
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return null;
  const changed = readCalendars(sql).filter(({ dirty }) => dirty > 0);
  const joinAt = nextDueAt(sql, deps.now());
  if (account.dirty === 0 && changed.length === 0 && joinAt === account.joinAt) return null;
  const { accountId, userId, workspaceId, provider, subject, name, state, syncedAt, nextSyncAt, createdAt } = account;
  await projectAccount(
    deps.db,
    { id: accountId, userId, workspaceId, provider, subject, name, state, syncedAt, nextSyncAt, createdAt, joinAt },
    changed.map(({ calendarId, providerCalendarId, name: title, isPrimary, settings, unreadable }) => ({
      id: calendarId,
      accountId,
      userId,
      providerCalendarId,
      name: title,
      isPrimary,
      ...settings,
      rule: JSON.stringify(settings.rule),
      unreadable,
    })),
  );
  storage.transactionSync(() => {
    noteNet(sql, joinAt);
    sql.exec("UPDATE account SET dirty = 0 WHERE dirty = ?", account.dirty);
    for (const { calendarId, dirty } of changed) {
      sql.exec("UPDATE calendars SET dirty = 0 WHERE calendar_id = ? AND dirty = ?", calendarId, dirty);
    }
  });
  return changed.length > 0 || state !== "ok" ? userId : null;
}

function projectionOf(
  row: EventRow,
  { account, calendar }: { account: AccountRow; calendar: CalendarRow | undefined },
): EventProjection {
  const { event } = row;
  // By the stored mark and not by the clock: judgeStale touches the events when the mark changes.
  const decision = unlessStale(decisionOf(row, account, calendar), calendar?.isStale ?? false);
  return {
    id: row.eventId,
    accountId: account.accountId,
    calendarId: row.calendarId,
    userId: account.userId,
    eventKey: row.eventKey,
    title: event.title,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    isAllDay: event.isAllDay,
    isPrivate: event.isPrivate,
    isTentative: event.isTentative,
    isOrganiser: event.isOrganiser,
    isSaidOrganiser: event.isSaidOrganiser ?? false,
    isVisible: calendar?.settings.visible ?? false,
    platform: event.link?.platform ?? null,
    roomKey: event.link?.roomKey ?? null,
    joins: decision.joins,
    reason: decision.reason,
    switched: row.switched,
    meetId: row.meetId,
  };
}

/**
 * D1, lists and planned meetings follow what is stored. Lists first: of two accounts that drop the same meeting at a time, at least one then
 * sees that the other does not join it any more.
 */
export async function settle(needs: Needs): Promise<void> {
  await flush(needs);
  await followMeetings(needs);
  await flush(needs);
}

/**
 * Planned meetings follow their events: moved, renamed, with another link, or not joined any more. One that does not answer does not keep
 * the others: what it throws is thrown in the end, and it is tried again.
 */
export async function followMeetings({ storage, deps }: Needs): Promise<void> {
  const { sql } = storage;
  const account = readAccount(sql);
  if (account === null) return;
  const calendars = readCalendars(sql);
  const failures: unknown[] = [];
  for (const row of followers(sql)) {
    try {
      await follow({ storage, deps }, row, { account, calendars });
    } catch (error) {
      failures.push(error);
    }
  }
  storage.transactionSync(() => noteFlushed(sql, []));
  if (failures.length > 0) throw failures[0];
}

async function follow(
  { storage, deps }: Needs,
  row: EventRow & { follow: number },
  { account, calendars }: { account: AccountRow; calendars: readonly CalendarRow[] },
): Promise<void> {
  const { sql } = storage;
  const calendarOf = ({ calendarId: wanted }: EventRow) => calendars.find(({ calendarId }) => calendarId === wanted);
  const joins = (event: EventRow) => decisionOf(event, account, calendarOf(event)).joins;
  const calendar = calendarOf(row);
  // Moved into the past since it got its meeting. That it began a while ago is no reason to end a bot that waits to be let in.
  const isOver = row.handedAt !== null && row.event.startsAt + CALENDAR_JOIN_LATE_MS < row.handedAt;
  if (row.meetId === null) return noteFollowed(sql, row, "kept");
  if (joins(row) && calendar && !isOver) {
    const moved = await deps.moveMeeting(row.meetId, planAskedOf(row, account, calendar));
    return storage.transactionSync(() => noteFollowed(sql, row, moved === "other-call" ? "dropped" : "kept"));
  }
  const isShared = readSharers(sql, { eventId: row.eventId, meetId: row.meetId }).some(joins);
  const { accountId, userId, workspaceId, isLeaving } = account;
  const end = isShared
    ? "dropped"
    : await deps.dropMeeting(row.meetId, { accountId, userId, workspaceId, erases: isLeaving });
  storage.transactionSync(() => noteFollowed(sql, row, end));
}

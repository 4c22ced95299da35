import { CALENDAR_SYNC_MS, CALENDAR_WINDOW_BEFORE_MS, FEED_CRASHES_MAX } from "#app/domain/limits/calendars.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { isStale, noteRead } from "#workers/calendar/stale-events.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";
import { readCalendars, saveCursor } from "#workers/calendar/store-calendars.ts";
import { removeWhere, savePage } from "#workers/calendar/store-events.ts";
import { emptyCalendar, isRead, prepareRound, ReconnectError, type SyncNeeds } from "#workers/calendar/sync-round.ts";

/**
 * Reads a stranger's file. Should Acta end meanwhile, the note of it is found by the next sync: that one waits, and after a second end the
 * feed is not read any more, so that one file cannot end Acta again and again. A new address for it, or the same one anew, begins again.
 */
async function guarded<Value>(
  { storage, deps }: Pick<SyncNeeds, "storage" | "deps">,
  read: () => Promise<Value>,
): Promise<Value> {
  const { sql } = storage;
  const { reading } = sql.exec<{ reading: number }>("SELECT reading FROM account").one();
  if (reading >= FEED_CRASHES_MAX) throw new ReconnectError("the feed ended Acta", "parked");
  sql.exec("UPDATE account SET reading = reading + 1, next_sync_at = ?", deps.now() + CALENDAR_SYNC_MS);
  await storage.sync();
  try {
    return await read();
  } finally {
    sql.exec("UPDATE account SET reading = 0");
  }
}

/** A feed is one file: what is not in it any more is gone. */
export async function syncFeed({ storage, deps, tokens }: SyncNeeds, account: AccountRow): Promise<"whole"> {
  const { sql } = storage;
  const [calendar] = readCalendars(sql);
  if (!calendar) return "whole";
  if (!isRead(calendar)) {
    emptyCalendar(storage, calendar);
    return "whole";
  }
  const address = await tokens.address();
  if (address === null) throw new ReconnectError("the address cannot be opened");
  const round = prepareRound({ ...calendar, cursor: { kind: "start" } }, deps.now());
  // A file that did not change still has to be expanded again when the window has moved by a day.
  const isFresh = round.window.to - calendar.window.to < CALENDAR_WINDOW_BEFORE_MS;
  const etag = isFresh ? calendar.etag : null;
  const { email, timeZone } = readAccount(sql)?.context ?? account.context;
  const asked = {
    window: round.window,
    etag,
    own: email?.toLowerCase() ?? null,
    timeZone,
    isMine: calendar.settings.isMine === true,
  };
  const read = await guarded({ storage, deps }, () => deps.feeds.read(address, asked));
  if (!read.ok) {
    // A server that is being mended refuses for a while, an address that was replaced for good.
    const isGone = read.reason === "feed-address" || isStale(account, calendar, deps.now());
    throw isGone ? new ReconnectError(read.reason) : new UpstreamError({ service: "feed", retryable: true });
  }
  if (read.value === "unchanged") {
    noteRead(sql, calendar.calendarId, deps.now());
    return "whole";
  }
  const { events, isCut, unreadable, etag: fresh } = read.value;
  storage.transactionSync(() => {
    noteRead(sql, calendar.calendarId, deps.now());
    savePage(sql, round, { events, removed: [], partial: [], exceptions: [], series: [] });
    removeWhere(sql, "calendar_id = ? AND generation < ?", calendar.calendarId, round.generation);
    saveCursor(sql, calendar.calendarId, { ...round, pages: 0 });
    sql.exec(
      `UPDATE calendars SET etag = ?1, cut = ?2, dirty = dirty + (unreadable <> ?3), unreadable = ?3 WHERE calendar_id = ?4`,
      fresh,
      isCut ? 1 : 0,
      unreadable,
      calendar.calendarId,
    );
  });
  return "whole";
}

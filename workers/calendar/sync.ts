import {
  CALENDAR_PAGES_MAX,
  CALENDAR_PAGES_PER_TURN,
  CALENDAR_SYNC_MS,
  CALENDAR_SYNC_PARTLY_MS,
  CALENDAR_WINDOW_AFTER_MS,
  CALENDAR_WINDOW_BEFORE_MS,
  CALENDAR_WINDOW_RESERVE_MS,
  FEED_CRASHES_MAX,
} from "#app/domain/limits/calendars.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { faultOf } from "#app/server/log.ts";
import { readPersonContext } from "#app/server/calendars/project-account.ts";
import type { ProviderCalendar, SyncPage } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { nextSyncAt, syncAfterFailureAt } from "#workers/calendar/next-sync.ts";
import { isStale, judgeStale, noteRead } from "#workers/calendar/stale-events.ts";
import { type AccountRow, readAccount, stateOnceRead, updateAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, insertCalendar, readCalendars, saveCursor } from "#workers/calendar/store-calendars.ts";
import { endRound, removeWhere, savePage, touchEvents } from "#workers/calendar/store-events.ts";
import { noteLoss, noteReadAgain } from "#workers/calendar/tell-person.ts";
import type { Tokens } from "#workers/calendar/tokens.ts";
import { randomId } from "#app/domain/ids.ts";

/**
 * One sync of an account: its calendars one after the other, page by page. A page and the cursor behind it are stored in one
 * transaction, so that a process that dies goes on where it was and no change is lost or counted twice.
 */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens };

/** Thrown through a sync: only a new consent helps. `parked`: Acta does not survive what the feed's address answers. */
class ReconnectError extends Error {
  constructor(
    message: string,
    readonly state: "reconnect" | "parked" = "reconnect",
  ) {
    super(message);
  }
}

/**
 * Reads what is due and sets when the account is due again. Never throws for what a provider does. `person-gone`: it belongs to nobody
 * any more, as when it was connected while their account was being deleted, or another object has the same account; nothing was read.
 */
export async function syncAccount(needs: Needs): Promise<"person-gone" | null> {
  const { storage, deps } = needs;
  const { sql } = storage;
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return null;
  try {
    if (!(await refreshContext(needs, account))) return "person-gone";
    const end = account.provider === "ics" ? await syncFeed(needs, account) : await syncCalendars(needs, account);
    const now = deps.now();
    storage.transactionSync(() => {
      noteReadAgain(sql);
      const isOver = end !== "left";
      const dueAt = isOver ? nextSyncAt(sql, now, deps.random()) : now;
      updateAccount(sql, {
        state: isOver ? stateOnceRead(sql) : account.state === "ok" ? "ok" : "reading",
        failures: 0,
        nextSyncAt: end === "partly" ? Math.min(dueAt, now + CALENDAR_SYNC_PARTLY_MS) : dueAt,
        ...(isOver ? { syncedAt: now } : {}),
      });
      judgeStale(sql, now);
    });
  } catch (error) {
    noteFailure(needs, error);
  }
  return null;
}

/** The provider has refused the account's token outside a sync. */
export function noteRefusal({ storage, deps }: Pick<Needs, "storage" | "deps">): void {
  noteFailure({ storage, deps }, new ReconnectError("the token is refused"));
}

function noteFailure({ storage, deps }: Pick<Needs, "storage" | "deps">, error: unknown): void {
  // As it is now: a new consent during the sync has begun to count anew.
  const account = readAccount(storage.sql);
  if (account === null) return;
  const upstream = error instanceof UpstreamError ? error : null;
  const failures = account.failures + 1;
  const endState = error instanceof ReconnectError ? error.state : null;
  const isEnded = endState !== null;
  const failure = { failures, isEnded, retryAfterMs: upstream?.retryAfterMs ?? null };
  const at = syncAfterFailureAt(failure, deps.now(), deps.random());
  const { accountId, provider } = account;
  deps.log("calendar.sync.failed", { accountId, provider, failures, error: faultOf(error), status: upstream?.status });
  storage.transactionSync(() => {
    updateAccount(storage.sql, { state: endState ?? "failing", failures, nextSyncAt: at });
    if (isEnded) noteLoss(storage.sql, deps.now());
    judgeStale(storage.sql, deps.now());
  });
}

/** The person's zone and address decide over events too. False: there is no such person any more, or another object has the account. */
async function refreshContext({ storage, deps }: Needs, account: AccountRow): Promise<boolean> {
  const context = await readPersonContext(deps.db, account);
  if (context === null) return false;
  if (JSON.stringify(context) === JSON.stringify(account.context)) return true;
  storage.transactionSync(() => {
    updateAccount(storage.sql, { context });
    const { timeZone, email } = account.context;
    if (timeZone !== context.timeZone || email !== context.email) touchEvents(storage.sql, null);
  });
  return true;
}

const isRead = ({ settings }: CalendarRow) => settings.active || settings.visible;

/** `left`: pages are left for the next turn. `partly`: some calendars could not be read; where none could, the account fails. */
async function syncCalendars(needs: Needs, account: AccountRow): Promise<"whole" | "partly" | "left"> {
  const { storage, deps, tokens } = needs;
  const { sql } = storage;
  if (readCalendars(sql).length === 0) await addPrimary(needs, account);
  // A refresh that fails is no fault of one calendar.
  if (!(await tokens.access()).ok) throw new ReconnectError("the token is refused");
  const turn = { pagesLeft: CALENDAR_PAGES_PER_TURN };
  const failures: unknown[] = [];
  let hasRead = false;
  for (const { calendarId } of readCalendars(sql)) {
    try {
      const end = await syncCalendar(needs, account, { calendarId, turn });
      if (end === "left") return "left";
      if (end === "read") hasRead = true;
    } catch (error) {
      if (isOfWholeAccount(error)) throw error;
      failures.push(error);
      const status = error instanceof UpstreamError ? error.status : null;
      deps.log("calendar.unreadable", { accountId: account.accountId, calendarId, error: faultOf(error), status });
    }
  }
  if (failures.length === 0) return "whole";
  if (!hasRead) throw failures[0];
  return "partly";
}

/** Lost access, a provider that does not answer at all, and one that asks for a wait. */
function isOfWholeAccount(error: unknown): boolean {
  if (error instanceof ReconnectError) return true;
  if (!(error instanceof UpstreamError)) return false;
  const { status, retryable, retryAfterMs } = error;
  if (status === null || status === 403) return retryable;
  return status === 401 || status === 429 || retryAfterMs !== null;
}

/** `none`: it is neither active nor visible. */
async function syncCalendar(
  needs: Needs,
  account: AccountRow,
  { calendarId, turn }: { calendarId: string; turn: { pagesLeft: number } },
): Promise<"read" | "none" | "left"> {
  const { storage, deps } = needs;
  const { sql } = storage;
  for (;;) {
    const calendar = readCalendars(sql).find((one) => one.calendarId === calendarId);
    if (!calendar) return "none";
    if (!isRead(calendar)) {
      emptyCalendar(storage, calendar);
      return "none";
    }
    if (turn.pagesLeft <= 0) return "left";
    turn.pagesLeft -= 1;
    const prepared = prepare(calendar, deps.now());
    const page = await readPage(needs, account, prepared);
    if (page === "gone") {
      saveCursor(sql, calendarId, { ...prepared, cursor: { kind: "start" }, window: { from: 0, to: 0 } });
      continue;
    }
    if (page === "not-found") {
      emptyCalendar(storage, calendar);
      return "read";
    }
    if (savePageOf(needs, prepared, page) === "round-over") return "read";
  }
}

/** A round begins at the start when the window has moved on too far; it then gets a generation of its own. */
function prepare(calendar: CalendarRow, now: number): CalendarRow {
  const { cursor, window } = calendar;
  const isCurrent = window.to - now >= CALENDAR_WINDOW_RESERVE_MS;
  if (cursor.kind !== "start" && isCurrent && calendar.pages < CALENDAR_PAGES_MAX) return calendar;
  return {
    ...calendar,
    cursor: { kind: "start" },
    window: { from: now - CALENDAR_WINDOW_BEFORE_MS, to: now + CALENDAR_WINDOW_AFTER_MS },
    generation: calendar.generation + 1,
    pages: 0,
  };
}

function savePageOf(
  { storage, deps }: Needs,
  calendar: CalendarRow,
  { next, ...page }: SyncPage,
): "more" | "round-over" {
  const { calendarId, generation, window } = calendar;
  const { sql } = storage;
  const isFull = calendar.cursor.kind === "start" || (calendar.cursor.kind === "page" && calendar.pages > 0);
  return storage.transactionSync(() => {
    savePage(sql, calendar, page);
    // `pages` counts a full round; pages of changes leave it at zero.
    const pages = next.kind === "page" && isFull ? calendar.pages + 1 : 0;
    const cursor = next.kind === "since" && next.token === "" ? ({ kind: "start" } as const) : next;
    saveCursor(sql, calendarId, { cursor, window, generation, pages });
    if (next.kind === "page") return "more";
    if (isFull) removeWhere(sql, "calendar_id = ? AND generation < ?", calendarId, generation);
    endRound(sql, calendar);
    noteRead(sql, calendarId, deps.now());
    return "round-over";
  });
}

/** Asks with the token in hand, and once more with a fresh one. Only a refused refresh ends an account. */
export async function withToken<Value, Reason extends string>(
  { tokens }: Pick<Needs, "tokens">,
  ask: (access: string) => Promise<Outcome<Value, Reason | "token-refused">>,
): Promise<Outcome<Value, Exclude<Reason, "token-refused">>> {
  for (const fresh of [false, true]) {
    const access = await tokens.access(fresh);
    if (!access.ok) throw new ReconnectError("the token is refused");
    const answer = await ask(access.value);
    if (answer.ok) return answer;
    const { reason } = answer;
    if (reason !== "token-refused") return refused(reason as Exclude<Reason, "token-refused">);
  }
  throw new UpstreamError({ service: "calendar", status: 401, retryable: true });
}

async function readPage(
  needs: Needs,
  account: AccountRow,
  { providerCalendarId, window, cursor, isPrimary: isMain }: CalendarRow,
): Promise<SyncPage | "gone" | "not-found"> {
  if (account.provider === "ics") return "not-found";
  const client = needs.deps.clients[account.provider];
  const page = await withToken<SyncPage, "gone" | "not-found">(needs, (access) =>
    client.readPage(access, { providerCalendarId, window, cursor, own: account.address || null, isMain }),
  );
  return page.ok ? page.value : page.reason;
}

/** A new account begins with its main calendar, active; the person connects others. */
async function addPrimary(needs: Needs, account: AccountRow): Promise<void> {
  const { storage, deps } = needs;
  if (account.provider === "ics") return;
  const client = deps.clients[account.provider];
  const listed = await withToken<ProviderCalendar[], never>(needs, (access) => client.listCalendars(access));
  if (!listed.ok) return;
  const primary = listed.value.find((calendar) => calendar.primary) ?? listed.value[0];
  if (!primary) return;
  const { providerCalendarId, name } = primary;
  insertCalendar(storage.sql, { calendarId: randomId(), providerCalendarId, name, isPrimary: primary.primary });
}

function emptyCalendar(storage: DurableObjectStorage, calendar: CalendarRow): void {
  const { calendarId } = calendar;
  storage.transactionSync(() => {
    removeWhere(storage.sql, "calendar_id = ?", calendarId);
    saveCursor(storage.sql, calendarId, {
      ...calendar,
      cursor: { kind: "start" },
      window: { from: 0, to: 0 },
      pages: 0,
    });
    storage.sql.exec(
      "UPDATE calendars SET etag = NULL, cut = 0, unreadable = 0, dirty = dirty + (unreadable > 0) WHERE calendar_id = ?",
      calendarId,
    );
  });
}

/**
 * Reads a stranger's file. Should Acta end meanwhile, the note of it is found by the next sync: that one waits, and after a second end the
 * feed is not read any more, so that one file cannot end Acta again and again. A new address for it, or the same one anew, begins again.
 */
async function guarded<Value>(
  { storage, deps }: Pick<Needs, "storage" | "deps">,
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
async function syncFeed({ storage, deps, tokens }: Needs, account: AccountRow): Promise<"whole"> {
  const { sql } = storage;
  const [calendar] = readCalendars(sql);
  if (!calendar) return "whole";
  if (!isRead(calendar)) {
    emptyCalendar(storage, calendar);
    return "whole";
  }
  const address = await tokens.address();
  if (address === null) throw new ReconnectError("the address cannot be opened");
  const round = prepare({ ...calendar, cursor: { kind: "start" } }, deps.now());
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

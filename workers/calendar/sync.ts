import { CALENDAR_PAGES_PER_TURN, CALENDAR_SYNC_PARTLY_MS } from "#app/domain/limits/calendars.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { faultOf } from "#app/server/log.ts";
import { readPersonContext } from "#app/server/calendars/project-account.ts";
import type { ProviderCalendar, SyncPage } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { nextSyncAt, syncAfterFailureAt } from "#workers/calendar/next-sync.ts";
import { judgeStale, noteRead } from "#workers/calendar/stale-events.ts";
import { type AccountRow, readAccount, stateOnceRead, updateAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, insertCalendar, readCalendars, saveCursor } from "#workers/calendar/store-calendars.ts";
import { endRound, removeWhere, savePage, touchEvents } from "#workers/calendar/store-events.ts";
import { syncFeed } from "#workers/calendar/sync-feed.ts";
import { emptyCalendar, isRead, prepareRound, ReconnectError, type SyncNeeds } from "#workers/calendar/sync-round.ts";
import { noteLoss, noteReadAgain } from "#workers/calendar/tell-person.ts";
import { randomId } from "#app/domain/ids.ts";

/**
 * One sync of an account: its calendars one after the other, page by page. A page and the cursor behind it are stored in one
 * transaction, so that a process that dies goes on where it was and no change is lost or counted twice.
 */

/**
 * Reads what is due and sets when the account is due again. Never throws for what a provider does. `person-gone`: it belongs to nobody
 * any more, as when it was connected while their account was being deleted, or another object has the same account; nothing was read.
 */
export async function syncAccount(needs: SyncNeeds): Promise<"person-gone" | null> {
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
export function noteRefusal({ storage, deps }: Pick<SyncNeeds, "storage" | "deps">): void {
  noteFailure({ storage, deps }, new ReconnectError("the token is refused"));
}

function noteFailure({ storage, deps }: Pick<SyncNeeds, "storage" | "deps">, error: unknown): void {
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
async function refreshContext({ storage, deps }: SyncNeeds, account: AccountRow): Promise<boolean> {
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

/** `left`: pages are left for the next turn. `partly`: some calendars could not be read; where none could, the account fails. */
async function syncCalendars(needs: SyncNeeds, account: AccountRow): Promise<"whole" | "partly" | "left"> {
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
  needs: SyncNeeds,
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
    const prepared = prepareRound(calendar, deps.now());
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

function savePageOf(
  { storage, deps }: SyncNeeds,
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
  { tokens }: Pick<SyncNeeds, "tokens">,
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
  needs: SyncNeeds,
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
async function addPrimary(needs: SyncNeeds, account: AccountRow): Promise<void> {
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

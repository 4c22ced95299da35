import { assertNever } from "#app/domain/invariant.ts";
import {
  BRIEF_MAIL_MS,
  CALENDAR_JOIN_LATE_MS,
  CALENDAR_SAME_CALL_MS,
  LIMIT_ASK_EVENTS_MAX,
  LIMIT_ASK_MS,
  LIMIT_MAIL_MS,
  SOON_MAIL_LEAST_MS,
  SOON_MAIL_MS,
  SOON_MAIL_SENT_MS,
} from "#app/domain/limits/calendars.ts";
import type { CalendarMail, CalendarMailContent } from "#app/domain/mail/mail-content.ts";
import { seriesOfEvent } from "#app/domain/meeting/series.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { isStale } from "#workers/calendar/stale-events.ts";
import { decisionNow, planAskedOf } from "#workers/calendar/decide.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, readCalendars } from "#workers/calendar/store-calendars.ts";
import {
  type EventRow,
  nextEventStart,
  noteBriefed,
  noteTold,
  readEvents,
  unbriefedEvents,
  unplannedEvents,
  untoldEvents,
} from "#workers/calendar/store-plan.ts";

/**
 * Mails to the person of an account. The object stores the reason together with what caused it, and gives it to the workspace's object
 * until that has taken it; the workspace's object sends one mail for each reason.
 */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps };

/** A failure in the meantime that is no loss does not make the next refusal another one. Inside a transaction. */
export function noteLoss(sql: SqlStorage, now: number): void {
  sql.exec("UPDATE account SET lost_at = ?, loss_told = 0 WHERE lost_at IS NULL", now);
}

export function noteReadAgain(sql: SqlStorage): void {
  sql.exec("UPDATE account SET lost_at = NULL");
}

export function isLossUntold(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM account WHERE lost_at IS NOT NULL AND loss_told = 0").toArray().length > 0;
}

/** Gives the mails that are due to the workspace's object. Throws where it does not answer. */
export async function tellPerson({ storage, deps }: Needs): Promise<void> {
  const { sql } = storage;
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return;
  const { workspaceId, userId, accountId, lostAt } = account;
  if (lostAt !== null && !account.isLossTold) {
    await deps.queueMail(workspaceId, { kind: "calendar-reconnect", userId, accountId, lostAt });
    sql.exec("UPDATE account SET loss_told = 1 WHERE lost_at = ?", lostAt);
  }
  await tellLimit({ storage, deps }, account);
  if (account.context.soonMail) await tellSoon({ storage, deps }, account);
  if (account.context.briefMail) await tellBriefs({ storage, deps }, account);
}

async function tellSoon({ storage, deps }: Needs, account: AccountRow): Promise<void> {
  const { sql } = storage;
  const { workspaceId, userId, accountId } = account;
  const now = deps.now();
  const calendars = readCalendars(sql);
  for (const row of untoldEvents(sql, { from: now + SOON_MAIL_LEAST_MS, to: now + SOON_MAIL_MS })) {
    const calendar = calendars.find(({ calendarId }) => calendarId === row.calendarId);
    if (!calendar || !decisionNow(row, account, calendar, now).joins) continue;
    const call = await callOf(row);
    await deps.queueMail(workspaceId, { kind: "join-soon", userId, accountId, eventId: row.eventId, call });
    noteTold(sql, row);
  }
}

/** Briefs of events that come again, whether Acta joins them or not. One that was late is queued until its event begins. */
async function tellBriefs({ storage, deps }: Needs, account: AccountRow): Promise<void> {
  const { sql } = storage;
  const { workspaceId, userId, accountId } = account;
  const now = deps.now();
  const calendars = readCalendars(sql);
  for (const row of unbriefedEvents(sql, { from: now, to: now + BRIEF_MAIL_MS })) {
    const calendar = calendars.find(({ calendarId }) => calendarId === row.calendarId);
    if (!calendar || !isBriefed(row, account, { calendar, now })) continue;
    const occurrence = await sha256Of(row.eventKey);
    await deps.queueMail(workspaceId, { kind: "series-brief", userId, accountId, eventId: row.eventId, occurrence });
    noteBriefed(sql, row);
  }
}

/** An occurrence that takes place, as far as the calendar is known to be up to date, and that the person did not decline. */
function isBriefed(
  { event, isRemoved }: EventRow,
  account: AccountRow,
  { calendar, now }: { calendar: CalendarRow; now: number },
): boolean {
  const { isCancelled, isAllDay, isBusyOnly, response, isTimeCertain = true } = event;
  const { active, visible, isMine } = calendar.settings;
  if (seriesOfEvent(event) === null || isRemoved || isCancelled || response === "declined") return false;
  if (isAllDay || isBusyOnly || !isTimeCertain) return false;
  return active && visible && isMine !== false && !isStale(account, calendar, now);
}

/** The workspace's object mails the same limit once, whatever account or event it is noticed by, so that it may be given again. */
async function tellLimit({ storage, deps }: Needs, account: AccountRow): Promise<void> {
  const { sql } = storage;
  const now = deps.now();
  if (account.limitAskedAt !== null && now - account.limitAskedAt < LIMIT_ASK_MS) return;
  const calendars = readCalendars(sql);
  const ahead = unplannedEvents(sql, { from: now - CALENDAR_JOIN_LATE_MS, to: now + LIMIT_MAIL_MS })
    .map((row) => ({ row, calendar: calendars.find(({ calendarId }) => calendarId === row.calendarId) }))
    .flatMap(({ row, calendar }) =>
      calendar && decisionNow(row, account, calendar, now).joins ? [{ row, calendar }] : [],
    );
  if (ahead.length === 0) return;
  const { workspaceId, userId, accountId } = account;
  for (const { row, calendar } of ahead.slice(0, LIMIT_ASK_EVENTS_MAX)) {
    const reached = await deps.limitBefore(planAskedOf(row, account, calendar));
    if (reached === null) continue;
    const { period } = reached;
    await deps.queueMail(workspaceId, { kind: "join-limit", userId, accountId, eventId: row.eventId, period });
    break;
  }
  sql.exec("UPDATE account SET limit_asked_at = ?", now);
}

export function askForLimitAgain(sql: SqlStorage): void {
  sql.exec("UPDATE account SET limit_asked_at = NULL");
}

/** One for all events of a person in the same room at the same time. Hashed, because a room may be secret. */
async function callOf({ event }: EventRow): Promise<string> {
  const { startsAt, link } = event;
  return sha256Of(`${startsAt}:${link?.platform}:${link?.roomKey}`);
}

async function sha256Of(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** When the next event is an hour away, the time of both mails; null where the person wants neither, or no event is further away. */
export function nextTellingAt(sql: SqlStorage, now: number): number | null {
  const { soonMail = false, briefMail = false } = readAccount(sql)?.context ?? {};
  if (!soonMail && !briefMail) return null;
  const startsAt = nextEventStart(sql, now + SOON_MAIL_MS);
  return startsAt === null ? null : startsAt - SOON_MAIL_MS;
}

/** The content of a mail that was queued earlier; null where its reason is gone. */
export async function mailableNow({ storage, deps }: Needs, mail: CalendarMail): Promise<CalendarMailContent | null> {
  const account = readAccount(storage.sql);
  if (account === null || account.isLeaving || account.userId !== mail.userId) return null;
  switch (mail.kind) {
    case "calendar-reconnect": {
      const { provider, name, lostAt } = account;
      return lostAt === mail.lostAt ? { kind: mail.kind, provider, account: name } : null;
    }
    case "join-soon":
      return soonContent({ storage, deps }, account, mail);
    case "join-limit":
      return limitContent({ storage, deps }, account, mail);
    case "series-brief":
      return briefContent({ storage, deps }, account, mail);
    default:
      return assertNever(mail);
  }
}

async function soonContent(
  { storage, deps }: Needs,
  account: AccountRow,
  mail: Extract<CalendarMail, { kind: "join-soon" }>,
): Promise<CalendarMailContent | null> {
  const found = findEvent(storage.sql, mail.eventId);
  if (found === null) return null;
  const { row, calendar } = found;
  const now = deps.now();
  const decision = decisionNow(row, account, calendar, now);
  const { title, startsAt, endsAt } = row.event;
  // It may have been moved since, by less than makes it another call.
  const isSoon = startsAt >= now + SOON_MAIL_SENT_MS && startsAt <= now + SOON_MAIL_MS + CALENDAR_SAME_CALL_MS;
  if (!decision.joins || !isSoon) return null;
  // The switch for all calendars and the plan are the person's, not the account's.
  if ((await deps.whyUnplanned(planAskedOf(row, account, calendar))) !== null) return null;
  const { userId, accountId } = account;
  const keepOutUrl = await deps.keepOutUrl({ userId, accountId, eventId: row.eventId, endsAt });
  return { kind: mail.kind, title, startsAt, calendar: calendar.name, reason: decision.reason, keepOutUrl };
}

async function limitContent(
  { storage, deps }: Needs,
  account: AccountRow,
  mail: Extract<CalendarMail, { kind: "join-limit" }>,
): Promise<CalendarMailContent | null> {
  const found = findEvent(storage.sql, mail.eventId);
  if (found === null) return null;
  const { row, calendar } = found;
  const { title, startsAt } = row.event;
  const now = deps.now();
  if (startsAt + CALENDAR_JOIN_LATE_MS <= now || !decisionNow(row, account, calendar, now).joins) return null;
  const reached = await deps.limitBefore(planAskedOf(row, account, calendar));
  if (reached?.period !== mail.period) return null;
  return { kind: mail.kind, title, startsAt, calendar: calendar.name, limit: reached.limit };
}

async function briefContent(
  { storage, deps }: Needs,
  account: AccountRow,
  mail: Extract<CalendarMail, { kind: "series-brief" }>,
): Promise<CalendarMailContent | null> {
  const found = findEvent(storage.sql, mail.eventId);
  if (found === null) return null;
  const { row, calendar } = found;
  const now = deps.now();
  const { startsAt } = row.event;
  // It may have been moved since: its brief comes before its new time.
  const isSoon = startsAt > now && startsAt <= now + BRIEF_MAIL_MS;
  if (!isSoon || !isBriefed(row, account, { calendar, now })) return null;
  return deps.readBrief({ ...account, eventId: row.eventId, event: row.event, people: peopleOf(row, account) });
}

/** Those whom an event invites, without its person: their names, or their addresses where the calendar has no names. */
export function peopleOf({ event: { names = [], people } }: EventRow, { address, context }: AccountRow): string[] {
  const own = new Set([address, context.email?.toLowerCase()]);
  return names.length > 0 ? [...names] : people.filter((person) => !own.has(person));
}

function findEvent(sql: SqlStorage, eventId: string): { row: EventRow; calendar: CalendarRow } | null {
  const [row] = readEvents(sql, [eventId]);
  const calendar = readCalendars(sql).find(({ calendarId }) => calendarId === row?.calendarId);
  return row && calendar ? { row, calendar } : null;
}

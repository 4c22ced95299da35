import { assertNever } from "#app/domain/invariant.ts";
import {
  CALENDAR_SAME_CALL_MS,
  SOON_MAIL_LEAST_MS,
  SOON_MAIL_MS,
  SOON_MAIL_SENT_MS,
} from "#app/domain/limits/calendars.ts";
import type { CalendarMail, CalendarMailContent } from "#app/domain/mail/mail-content.ts";
import { toHex } from "#app/server/recorder/sink-token.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { decisionNow, planAskedOf } from "#workers/calendar/project.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { type EventRow, nextEventStart, noteTold, readEvents, untoldEvents } from "#workers/calendar/store-plan.ts";

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
  if (!account.context.soonMail) return;
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

/** One for all events of a person in the same room at the same time. Hashed, because a room may be secret. */
async function callOf({ event }: EventRow): Promise<string> {
  const { startsAt, link } = event;
  const text = `${startsAt}:${link?.platform}:${link?.roomKey}`;
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** When the next event is an hour away; null where the person does not want to be told, or no event is further away. */
export function nextTellingAt(sql: SqlStorage, now: number): number | null {
  if (readAccount(sql)?.context.soonMail !== true) return null;
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
    default:
      return assertNever(mail);
  }
}

async function soonContent(
  { storage, deps }: Needs,
  account: AccountRow,
  mail: Extract<CalendarMail, { kind: "join-soon" }>,
): Promise<CalendarMailContent | null> {
  const [row] = readEvents(storage.sql, [mail.eventId]);
  const calendar = readCalendars(storage.sql).find(({ calendarId }) => calendarId === row?.calendarId);
  if (!row || !calendar) return null;
  const now = deps.now();
  const decision = decisionNow(row, account, calendar, now);
  const { title, startsAt, endsAt } = row.event;
  // It may have been moved since, by less than makes it another call.
  const isSoon = startsAt >= now + SOON_MAIL_SENT_MS && startsAt <= now + SOON_MAIL_MS + CALENDAR_SAME_CALL_MS;
  if (!decision.joins || !isSoon) return null;
  // The switch for all calendars and the plan are the person's, not the account's.
  if (!(await deps.wouldPlan(planAskedOf(row, account, calendar)))) return null;
  const { userId, accountId } = account;
  const keepOutUrl = await deps.keepOutUrl({ userId, accountId, eventId: row.eventId, endsAt });
  return { kind: mail.kind, title, startsAt, calendar: calendar.name, reason: decision.reason, keepOutUrl };
}

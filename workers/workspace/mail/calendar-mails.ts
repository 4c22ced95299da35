import { assertNever } from "#app/domain/invariant.ts";
import { BRIEF_MAIL_KEPT_MS, SOON_MAIL_KEPT_MS } from "#app/domain/limits/calendars.ts";
import type { CalendarMail } from "#app/domain/mail/mail-content.ts";
import { queueMailWork } from "#workers/workspace/mail/mail-store.ts";

/**
 * Mails about calendar accounts and their events. Rows about an account stay as long as it is connected, those about an event until it
 * is over, and the one about a limit until the next limit, so that the same reason is never mailed again.
 */
export type CalendarMailEffect = { type: "calendar" } & CalendarMail;

const keysOf = (accountId: string) => `calendar/${accountId}/`;

function calendarMailKey(mail: CalendarMail): string {
  switch (mail.kind) {
    case "calendar-reconnect":
      return `${keysOf(mail.accountId)}${mail.kind}/${mail.lostAt}`;
    case "join-soon":
      // Two accounts of a person may show the same event.
      return `${mail.kind}/${mail.userId}/${mail.call}`;
    case "join-limit":
      return `${mail.kind}/${mail.userId}/${mail.period}`;
    case "series-brief":
      return `${mail.kind}/${mail.userId}/${mail.occurrence}`;
    default:
      return assertNever(mail);
  }
}

const KEPT_MS = [
  ["join-soon", SOON_MAIL_KEPT_MS],
  ["series-brief", BRIEF_MAIL_KEPT_MS],
] as const;

/** Stores a mail with its work, in one transaction; nothing where the same reason was stored before. */
export function queueCalendarMail(storage: DurableObjectStorage, mail: CalendarMail, now: number): void {
  const { kind, userId } = mail;
  const { sql } = storage;
  const effect: CalendarMailEffect = { type: "calendar", ...mail };
  storage.transactionSync(() => {
    for (const [old, keptMs] of KEPT_MS) {
      sql.exec(
        "DELETE FROM mails WHERE user_id = ? AND due_at < ? AND kind = ? AND key NOT IN (SELECT key FROM outbox)",
        userId,
        now - keptMs,
        old,
      );
    }
    if (mail.kind === "join-limit") forgetLimits(sql, mail);
    if (mail.kind === "series-brief") forgetUnwanted(sql, calendarMailKey(mail));
    queueMailWork(sql, { key: calendarMailKey(mail), kind, meetId: "", userId, effect }, now);
  });
}

/**
 * The former limits of the person, and this one if its mail was not wanted when it was due: its event may have been cancelled meanwhile, and
 * the next one has the same reason.
 */
function forgetLimits(sql: SqlStorage, mail: Extract<CalendarMail, { kind: "join-limit" }>): void {
  sql.exec(
    `DELETE FROM mails WHERE kind = 'join-limit' AND user_id = ? AND (key <> ? OR state = 'unwanted')
       AND key NOT IN (SELECT key FROM outbox)`,
    mail.userId,
    calendarMailKey(mail),
  );
}

/** A brief that was not sent, as its event had been moved when it was due: it is sent before the event's new time. */
function forgetUnwanted(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM mails WHERE key = ? AND state = 'unwanted' AND key NOT IN (SELECT key FROM outbox)", key);
}

export function forgetCalendarMails(storage: DurableObjectStorage, accountId: string): void {
  storage.transactionSync(() => {
    for (const table of ["outbox", "mails"]) {
      storage.sql.exec(
        `DELETE FROM ${table} WHERE substr(key, 1, ?1) = ?2`,
        keysOf(accountId).length,
        keysOf(accountId),
      );
    }
  });
}

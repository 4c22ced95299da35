import type { CalendarMail } from "#app/domain/mail/mail-content.ts";
import { queueMailWork } from "#workers/workspace/mail/mail-store.ts";

/** Mails about calendar accounts. Their rows stay as long as the account is connected, so that the same reason is never mailed again. */
export type CalendarMailEffect = { type: "calendar" } & CalendarMail;

const keysOf = (accountId: string) => `calendar/${accountId}/`;
const calendarMailKey = ({ accountId, kind, about }: CalendarMail) => `${keysOf(accountId)}${kind}/${about}`;

/** Stores a mail with its work, in one transaction; nothing where the same reason was stored before. */
export function queueCalendarMail(storage: DurableObjectStorage, mail: CalendarMail, now: number): void {
  const { kind, userId, accountId, about } = mail;
  const effect: CalendarMailEffect = { type: "calendar", kind, userId, accountId, about };
  storage.transactionSync(() =>
    queueMailWork(storage.sql, { key: calendarMailKey(mail), kind, meetId: "", userId, effect }, now),
  );
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

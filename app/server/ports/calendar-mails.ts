import type { CalendarMail } from "#app/domain/mail/mail-content.ts";

/** Mails about calendar accounts, as a workspace's object takes them. Both may be repeated. */
export interface CalendarMailsStub {
  /** Stores the mail, to be sent soon. The same reason again changes nothing. */
  takeCalendarMail(mail: CalendarMail): Promise<void>;
  /** The account is gone: nothing is sent about it, and nothing is kept of it. */
  forgetCalendarMails(accountId: string): Promise<void>;
}

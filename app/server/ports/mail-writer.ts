import type { Locale } from "#app/domain/languages.ts";
import type { MailContent } from "#app/domain/mail/mail-content.ts";

/** The person who reads a mail. */
export type MailReader = {
  locale: Locale;
  /** IANA zone in which times are written. */
  timeZone: string;
  /** Switches this kind of mail off; null where there is nobody left to switch it off for. */
  unsubscribeUrl: string | null;
};

/** A mail in words. Both bodies say the same. */
export type WrittenMail = { subject: string; html: string; text: string };

export interface MailWriter {
  /** Pure: the same content and reader give the same mail, as a repetition with the same idempotency key must. */
  write(content: MailContent, reader: MailReader): Promise<WrittenMail>;
}

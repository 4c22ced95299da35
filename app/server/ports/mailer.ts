import {
  MAIL_CONTENT_BYTES_MAX,
  MAIL_HEADER_VALUE_BYTES_MAX,
  MAIL_HEADERS_MAX,
  MAIL_KEY_CHARS_MAX,
  MAIL_SUBJECT_CHARS_MAX,
} from "#app/domain/limits/mail.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";

/** One mail to one person. The sender is configured (MAIL_FROM). */
export type Mail = {
  /** One address without a name. */
  to: string;
  /** The address that answers go to, without a name; absent where nobody reads them. */
  replyTo?: string;
  subject: string;
  html: string;
  /** The same as plain text. */
  text: string;
  /** Additional headers, as List-Unsubscribe (RFC 8058). Every engine takes list headers, Auto-Submitted and X- headers. */
  headers: Readonly<Record<string, string>>;
  /** Names the reason for this mail, as "minutes-ready/<meetId>/<run>": 1 to 256 printable ASCII characters. */
  idempotencyKey: string;
};

/**
 * - `accepted`: the service has taken responsibility; `id` is its id of the mail.
 * - `refused`: another try of the same mail gets the same answer. `account`: the key, the sender's address or the plan at the service;
 *   only an operator can change that.
 * - `later`: nothing is known to have been sent; send the same mail with the same key after `delayMs` (at least).
 */
export type MailAnswer =
  | { kind: "accepted"; id: string }
  | { kind: "refused"; reason: "address" | "message" | "key-reused" | "account" }
  | { kind: "later"; delayMs: number };

export interface Mailer {
  /**
   * Whether a mail that is sent again with its key is delivered once. False: the service knows no keys, and a repetition after
   * `later` may arrive twice if the answer to the first was lost.
   */
  readonly knowsKeys: boolean;
  /** Never throws for a failure of the service. `signal` gives up waiting: the answer is then `later`. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailAnswer>;
}

/** Mails of one machine, which nobody receives. */
export interface LocalOutbox {
  /** Newest first, at most OUTBOX_SHOWN_MAX. */
  newest(): Promise<OutboxMail[]>;
  /** Null if there is no such mail. */
  find(id: string): Promise<OutboxMail | null>;
}
export type OutboxMail = Omit<Mail, "idempotencyKey"> & { id: string; from: string; sentAt: number };

/** Headers that the engines write themselves, from the fields of a mail and from the configuration. */
const OWN_HEADERS =
  /^(?:from|sender|reply-to|to|cc|bcc|subject|date|message-id|mime-version|content-.*|return-path|received)$/i;
const PRINTABLE = /^[\x21-\x7e]+$/;
/** A line break would begin another header. */
const CONTROL = /\p{Cc}/u;

/** The reason why no engine can send a mail; every adapter asks before it sends, so that they agree. Null if the mail can be sent. */
export function whyUnsendable(mail: Mail): "address" | "message" | null {
  const { to, replyTo, subject, html, text, headers, idempotencyKey } = mail;
  if (parseMailAddress(to) !== to) return "address";
  if (replyTo !== undefined && parseMailAddress(replyTo) !== replyTo) return "message";
  if (subject.trim() === "" || subject.length > MAIL_SUBJECT_CHARS_MAX || CONTROL.test(subject)) return "message";
  if (html === "" || text === "" || bytesOf(html) + bytesOf(text) > MAIL_CONTENT_BYTES_MAX) return "message";
  if (idempotencyKey.length > MAIL_KEY_CHARS_MAX || !PRINTABLE.test(idempotencyKey)) return "message";
  const named = Object.entries(headers);
  if (named.length > MAIL_HEADERS_MAX) return "message";
  const isBad = ([name, value]: [string, string]) =>
    !/^[A-Za-z0-9-]{1,100}$/.test(name) ||
    OWN_HEADERS.test(name) ||
    value.trim() === "" ||
    CONTROL.test(value) ||
    bytesOf(value) > MAIL_HEADER_VALUE_BYTES_MAX;
  return named.some(isBad) ? "message" : null;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

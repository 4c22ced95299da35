import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of mails: the narrowest of the engines, so that a mail that one engine takes is taken by all. */

/** RFC 5321 §4.5.3.1: a path of 256 octets with its two brackets. */
export const MAIL_ADDRESS_CHARS_MAX = 254;
/** RFC 5322 §2.1.1, and Cloudflare's limit. */
export const MAIL_SUBJECT_CHARS_MAX = 998;
/** HTML and text together, in UTF-8. Cloudflare takes 5 MiB with attachments; Gmail cuts off what follows 102 kB. */
export const MAIL_CONTENT_BYTES_MAX = MIB;
/** Cloudflare: 20 headers, values of 2048 bytes. */
export const MAIL_HEADERS_MAX = 20;
export const MAIL_HEADER_VALUE_BYTES_MAX = 2 * KIB;
/** Resend: 256 characters, remembered for 24 hours. */
export const MAIL_KEY_CHARS_MAX = 256;

/** Time limit of one request to the mail service. */
export const MAIL_SEND_MS_MAX = 15 * SECOND_MS;
/** The same for SMTP: servers look through a mail before they answer (RFC 5321 §4.5.3.2.6). Below MAIL_ATTEMPT_MS_MAX. */
export const MAIL_SMTP_MS_MAX = 35 * SECOND_MS;
/** Maximum size of its answer: an id or an error. */
export const MAIL_ANSWER_BYTES_MAX = 64 * KIB;
/** Delay after a failure for which the service names none. */
export const MAIL_RETRY_MS = MINUTE_MS;
/** Delay after the quota of a day or a month is used up: it may end at any hour. */
export const MAIL_QUOTA_RETRY_MS = HOUR_MS;
/** Longest delay that a service may ask for. */
export const MAIL_RETRY_MS_MAX = 24 * HOUR_MS;

/** Mails that the local outbox shows, newest first. */
export const OUTBOX_SHOWN_MAX = 50;

/** Lines of the minutes in a mail, and their length and that of a title, in characters. */
export const MAIL_LINES_MAX = 5;
export const MAIL_LINE_CHARS_MAX = 300;
export const MAIL_TITLE_CHARS_MAX = 150;
/** Meetings that a warning lists; further ones are counted. */
export const MAIL_MEETINGS_MAX = 20;

/** A link that confirms an address works for this time. */
export const ADDRESS_LINK_MS = 24 * HOUR_MS;
/** Shortest time between two links for one person, and the number of links in 24 hours. */
export const ADDRESS_RESEND_MS = MINUTE_MS;
export const ADDRESS_SENDS_MAX = 5;
/** Mails in 24 hours to an address that somebody typed: from one sender, in all, and of one sender to all addresses (SEAT_EMAILS_MAX twice). */
export const TYPED_MAILS_OF_PAIR_MAX = 5;
export const TYPED_MAILS_TO_ADDRESS_MAX = 8;
export const TYPED_MAILS_OF_SENDER_MAX = 200;
/** Others with a person's address that the settings list. */
export const OTHER_USERS_SHOWN_MAX = 20;

/** Age of an event after which it causes no mail any more: a new consumer begins with events of 30 days. */
export const MAIL_EVENT_MS_MAX = DAY_MS;
/** Time limit of one attempt: the meeting and D1 are read, then the service is asked (MAIL_SEND_MS_MAX). */
export const MAIL_ATTEMPT_MS_MAX = 40 * SECOND_MS;
export const MAIL_BACK_OFF = { firstMs: MINUTE_MS, factor: 2, maxMs: HOUR_MS };
/** Time after which a mail is given up: less than the 24 hours for which services remember an idempotency key. */
export const MAIL_TRY_MS_MAX = 20 * HOUR_MS;
/** The weekly digest is sent on Monday from this hour on, in the person's zone. A later one says that it comes late. */
export const DIGEST_HOUR = 7;
export const DIGEST_LATE_MS_MAX = 36 * HOUR_MS;
/**
 * Digests that one sweep hands over to their workspaces, and those of them at once: each is one of the 10,000 subrequests of a run. For
 * 1.3 million people of one time zone before a digest is late.
 */
export const DIGESTS_SWEEP_MAX = 6000;
export const DIGESTS_AT_ONCE = 40;
/** Tasks that a digest lists; it says when there are more. Of meetings it lists MAIL_MEETINGS_MAX, and counts the others. */
export const DIGEST_TASKS_MAX = 10;
/** The note that a digest was sent stays for this time: far longer than a week can be handed over again. */
export const DIGEST_KEPT_MS = 30 * DAY_MS;

/** Settings show mails that could not be sent for this time, the newest of them. */
export const UNDELIVERED_SHOWN_MS = 30 * DAY_MS;
export const UNDELIVERED_SHOWN_MAX = 20;

/** A follow-up: people who get one, and characters of its subject and its text. Mails of a day are limited by TYPED_MAILS_…_MAX. */
export const FOLLOW_UP_PEOPLE_MAX = 50;
export const FOLLOW_UP_SUBJECT_CHARS_MAX = 200;
export const FOLLOW_UP_TEXT_CHARS_MAX = 20_000;
export const FOLLOW_UP_BODY_BYTES_MAX = 128 * KIB;
/** Time between minutes and the follow-up that goes by itself, in which its person may stop it; and the retry where something does not answer. */
export const FOLLOW_UP_GRACE_MS = 10 * MINUTE_MS;
export const FOLLOW_UP_RETRY_MS = MINUTE_MS;
/** Until it is asked again which series a meeting has, whose row is behind its minutes. */
export const FOLLOW_UP_ASK_MS = 5 * SECOND_MS;
/** No follow-up goes by itself for a meeting that began longer ago: its minutes were written again. */
export const FOLLOW_UP_SERIES_LATE_MS = 7 * DAY_MS;
/** The choice for a series, with its addresses, ends this long after its last follow-up. */
export const FOLLOW_UP_SERIES_KEPT_MS = 365 * DAY_MS;
/** Follow-ups of one page of the archive. */
export const FOLLOW_UP_EXPORT_PAGE = 500;
/** Characters of a mailto: address. Windows passes 2,083 to a mail program. */
export const MAILTO_CHARS_MAX = 2000;

import type { BackOff } from "#app/domain/back-off.ts";
import { DAY_MS, HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of signing in and of plans. */

/** §9: uploads and recordings in the free plan, each. */
export const FREE_UPLOADS_MAX = 15;
export const FREE_RECORDINGS_MAX = 15;
/** D §8: lifetime of a session without use, and in total. */
export const SESSION_IDLE_MS_MAX = 30 * DAY_MS;
export const SESSION_LIFE_MS_MAX = 180 * DAY_MS;
/** Lifetime of a sign-in that was started and not finished. */
export const SIGN_IN_ATTEMPT_MS_MAX = 10 * MINUTE_MS;
/** Time limit of each call to an identity provider. */
export const IDENTITY_CALL_MS_MAX = 8 * SECOND_MS;
/** Maximum size of an identity provider's answer. */
export const IDENTITY_ANSWER_BYTES_MAX = 64 * KIB;
/** A provider's discovery document is read again after this time: its endpoints change rarely. */
export const OIDC_DISCOVERY_FRESH_MS = 60 * MINUTE_MS;
/** Maximum length of the path to open after signing in. */
export const LOCAL_PATH_CHARS_MAX = 2048;

/** Lengths of what a person writes of themselves, in UTF-16 units. The longest E.164 number has 15 digits; the rest is how it is typed. */
export const PERSON_NAME_CHARS_MAX = 120;
export const COMPANY_CHARS_MAX = 120;
export const PHONE_CHARS_MAX = 40;
/** A text of the profile in a request. Longer than each of them, so that a field says its own limit. */
export const PROFILE_TEXT_CHARS_MAX = 1000;
/** Sessions that the settings list, the last used first. */
export const SESSIONS_SHOWN_MAX = 50;
/** Meetings that one statement lists while an archive is written. */
export const ARCHIVE_MEETINGS_PER_PAGE = 100;
/** Meetings that are deleted between two notes of a deletion's progress: each costs about ten calls of D1, R2 and objects. */
export const DELETION_MEETINGS_PER_TURN = 20;
/** Time limit of one step of a deletion, or of one turn of its meetings. */
export const DELETION_STEP_MS_MAX = 4 * MINUTE_MS;
/** Waiting between attempts of a step: it is never given up. */
export const DELETION_BACK_OFF: BackOff = { firstMs: 2 * SECOND_MS, factor: 4, maxMs: 10 * MINUTE_MS };
/** The address for the receipt stays 24 hours at most; the sweep comes every ten minutes, and may fail twice. */
export const DELETION_ADDRESS_MS_MAX = DAY_MS - 30 * MINUTE_MS;
/** Deletions that one sweep begins again. */
export const DELETION_SWEEP_ACCOUNTS_MAX = 50;

/** Limits of keeping, deleting and objecting. */

/** Longest time that a person can choose, in days. */
export const RETENTION_DAYS_MAX = 3650;
/** Nothing of an existing meeting is deleted earlier after a rule was set. */
export const RETENTION_NOTICE_MS = DAY_MS;
/** A part that will be deleted is warned of this long before. */
export const RETENTION_WARNING_MS = 3 * DAY_MS;
/** A part that is kept no longer than this is not warned of: a mail for each new meeting would say what the rule says. */
export const RETENTION_SHORT_MS = 7 * DAY_MS;
/** Meetings are collected for this long, so that one mail warns of all that goes on the same day. */
export const RETENTION_COLLECT_MS = HOUR_MS;
/** Meetings that one warning reads; further ones are warned of by another mail. */
export const RETENTION_WARNED_MAX = 200;
/** Pages of a workspace's meetings that one sweep tells of a new default. */
export const RETENTION_PAGES_PER_SWEEP = 10;
/** Rounds in which meetings that cannot be reached are told of a new default, one a sweep: a day and more. */
export const RETENTION_ROUNDS_MAX = 150;
/** An objection of a person who was recorded: who they are and what they ask for. */
export const OBJECTION_NAME_CHARS_MAX = 100;
export const OBJECTION_CHARS_MAX = 2000;
/** Objections that one meeting keeps of one sender, and of all: anybody with the address can send them, and none takes the place of another. */
export const OBJECTIONS_OF_SENDER_MAX = 5;
export const OBJECTIONS_MAX = 1000;

/** The free uses of a deleted account are kept for this time: the limit has no period, and a hash must not stay for ever. */
export const FREE_USES_KEPT_MS = 365 * DAY_MS;

import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";

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
/** Objections that one meeting keeps: anybody with the address can send them. */
export const OBJECTIONS_MAX = 50;

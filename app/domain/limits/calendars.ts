import type { BackOff } from "#app/domain/back-off.ts";
import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of calendars. */

/** §9: pages read the calendars again at this interval while they are visible. */
export const CALENDARS_REFRESH_MS = 30 * SECOND_MS;
/** Own choice: the same while an account is being read for the first time. */
export const NEW_CALENDARS_REFRESH_MS = 2 * SECOND_MS;
/** Connected accounts of one person, feeds among them. */
export const CALENDAR_ACCOUNTS_MAX = 20;
/** Calendars of one account, and of one call. */
export const CALENDARS_MAX = 250;
export const CALENDAR_ID_CHARS_MAX = 1024;
/** Lengths of a rule, in UTF-16 units. */
export const SKIP_TITLES_MAX = 50;
export const SKIP_TITLE_CHARS_MAX = 100;
export const FEED_ADDRESS_CHARS_MAX = 2048;
export const FEED_NAME_CHARS_MAX = 120;
/** Days that one request for upcoming events covers when it names no end, the most that it may, and the events that it lists. */
export const UPCOMING_DEFAULT_MS = 7 * DAY_MS;
export const UPCOMING_MS_MAX = 35 * DAY_MS;
export const UPCOMING_EVENTS_MAX = 500;

/** Lifetime of a consent that was started and not finished. */
export const CONSENT_ATTEMPT_MS_MAX = 10 * MINUTE_MS;
/** Window of events that is kept: before and after now. It is read again in full when less than the reserve is left of it. */
export const CALENDAR_WINDOW_BEFORE_MS = DAY_MS;
export const CALENDAR_WINDOW_AFTER_MS = 35 * DAY_MS;
export const CALENDAR_WINDOW_RESERVE_MS = 28 * DAY_MS;
/** Intervals between syncs: ordinarily, for an account with an event in the next quarter of an hour, and for feeds. */
export const CALENDAR_SYNC_MS = 15 * MINUTE_MS;
export const CALENDAR_SYNC_SOON_MS = 50 * SECOND_MS;
export const CALENDAR_SOON_MS = 15 * MINUTE_MS;
/** Until the next sync of an account of which some calendars could not be read. */
export const CALENDAR_SYNC_PARTLY_MS = 5 * MINUTE_MS;
/** Events of a calendar that could not be read for this long are not joined: they may have been moved or cancelled. */
export const CALENDAR_STALE_MS = DAY_MS;
/** An account that was not read for this long is woken by the sweep. */
export const CALENDAR_SYNC_LOST_MS = 35 * MINUTE_MS;
export const CALENDAR_SYNC_LOST_ACCOUNTS_MAX = 500;
/** Events of one page of a provider: a page is in memory as a whole, with its texts and guests. */
export const CALENDAR_PAGE_EVENTS = 100;
/** Pages of one turn of a sync, and of a whole sync: the alarm goes on with the rest. */
export const CALENDAR_PAGES_PER_TURN = 50;
export const CALENDAR_PAGES_MAX = 5000;
/** Time limit and answer size of one call to a provider. */
export const CALENDAR_CALL_MS_MAX = 15 * SECOND_MS;
export const CALENDAR_ANSWER_BYTES_MAX = 8 * MIB;
export const CALENDAR_TOKEN_BYTES_MAX = 64 * KIB;
/** A token that expires within this time is refreshed before it is used. */
export const CALENDAR_TOKEN_RESERVE_MS = 2 * MINUTE_MS;
/** Waits after a sync that failed. */
export const CALENDAR_BACK_OFF: BackOff = { firstMs: 10 * SECOND_MS, factor: 3, maxMs: 30 * MINUTE_MS };
/** Waits after a token of an ended account that its provider did not take back, and the tries: about six hours in all. */
export const CALENDAR_REVOKE_BACK_OFF: BackOff = { firstMs: MINUTE_MS, factor: 4, maxMs: 5 * HOUR_MS };
export const CALENDAR_REVOKE_TRIES_MAX = 6;
/** Rows of events that are written to the lists in one batch. */
export const CALENDAR_ROWS_PER_BATCH = 100;
/** Batches that a person waits for; the alarm writes the rest. */
export const CALENDAR_BATCHES_AT_ONCE = 5;

/** Lifetime that a push channel is asked for (Graph gives less than seven days), and the part of it after which it is renewed. */
export const CALENDAR_CHANNEL_MS = 6 * DAY_MS;
export const CALENDAR_CHANNEL_RENEW_PART = 2 / 3;
/** A provider may give a channel that is shorter; it is not renewed more often than this. */
export const CALENDAR_CHANNEL_RENEW_MS_MIN = HOUR_MS;
/** Waits after a channel that could not be opened, and where the provider offers none. */
export const CALENDAR_CHANNEL_BACK_OFF: BackOff = { firstMs: 2 * MINUTE_MS, factor: 4, maxMs: 6 * HOUR_MS };
export const CALENDAR_CHANNEL_REFUSED_MS = DAY_MS;
/** Channels that one turn opens or renews. */
export const CALENDAR_CHANNELS_PER_TURN = 10;
/** Least time between a sync and the next one for a notification: many changes at once are one sync. */
export const CALENDAR_PUSH_GAP_MS = 2 * SECOND_MS;
/** Bytes of one request with notifications, notifications in it, and characters of a validation that is sent back. */
export const CALENDAR_PUSH_BYTES_MAX = MIB;
export const CALENDAR_NOTIFICATIONS_MAX = 1000;
export const CALENDAR_VALIDATION_CHARS_MAX = 1024;

/**
 * Time before the start at which an event is handed over to its meeting, which sends its bot CALL_LEAD_MS before the start. Its account does it,
 * spread over some seconds, and the cron what the account has left CALENDAR_NET_MS later: the meeting has a minute at least.
 */
export const CALENDAR_JOIN_LEAD_MS = 3 * MINUTE_MS;
export const CALENDAR_JOIN_SPREAD_MS = 25 * SECOND_MS;
export const CALENDAR_NET_MS = 30 * SECOND_MS;
/** An account that has handed over reads its provider this much later, unless it is notified. */
export const CALENDAR_QUIET_MS = 60 * SECOND_MS;
/** "Acta will join in an hour": queued this long before the start. Not queued and not sent any more when less is left than the other two. */
export const SOON_MAIL_MS = HOUR_MS;
export const SOON_MAIL_LEAST_MS = 45 * MINUTE_MS;
export const SOON_MAIL_SENT_MS = 30 * MINUTE_MS;
/** Its row stays in the workspace this long after it was queued, which is after its event. */
export const SOON_MAIL_KEPT_MS = 2 * DAY_MS;
/** The brief of the next meeting of a series: queued this long before the start, and not sent any more once it has begun. */
export const BRIEF_MAIL_MS = HOUR_MS;
/** Its row stays in the workspace this long, so that an event that is moved within the calendars' window is not mailed again. */
export const BRIEF_MAIL_KEPT_MS = 40 * DAY_MS;
/**
 * "Acta does not join", because the plan's recordings are used up: mailed this long before the start. Whether they are is asked this
 * often while an event is ahead, about so many events at the most: the first ones may have a meeting already.
 */
export const LIMIT_MAIL_MS = 3 * HOUR_MS;
export const LIMIT_ASK_MS = 10 * MINUTE_MS;
export const LIMIT_ASK_EVENTS_MAX = 5;
/** An event is still joined this long after its start. */
export const CALENDAR_JOIN_LATE_MS = 10 * MINUTE_MS;
/** After this time an event that got no meeting is due again: with CALENDAR_NET_MS in the next minute. */
export const CALENDAR_REFUSED_MS = 20 * SECOND_MS;
/** Accounts of one page of a cron run, and of all its pages: each is one of the 10,000 subrequests of a run. Events of one account at once. */
export const CALENDAR_DUE_MAX = 2000;
export const CALENDAR_DUE_RUN_MAX = 8000;
export const CALENDAR_DUE_EVENTS_MAX = 2000;
/** A run begins no further page after this time, because the next run is about to begin. */
export const CALENDAR_DUE_RUN_MS_MAX = 50 * SECOND_MS;
/** Accounts that are handed over to at once. */
export const CALENDAR_HAND_OVERS_AT_ONCE = 50;
/** An event that begins within this time of a meeting of the same event is the same call; a later one is another. */
export const CALENDAR_SAME_CALL_MS = HOUR_MS;
/** Calls of one event that were moved after they had been joined. */
export const CALENDAR_CALLS_OF_EVENT_MAX = 5;

/** Accounts whose secrets one request encrypts anew. */
export const RESEAL_PAGE_ACCOUNTS = 100;

/** Readings of a feed during which Acta ended, after which it is not read any more. One may be chance, as when Acta is updated. */
export const FEED_CRASHES_MAX = 2;
/** ICS feeds: bytes that are read of a file, events of the window and series that are kept of it, and occurrences that are expanded from it. */
export const FEED_BYTES_MAX = 32 * MIB;
export const FEED_EVENTS_MAX = 10_000;
export const FEED_OCCURRENCES_MAX = 5000;
/** UTF-16 units of a line with its continuations, of an event's lines that are read, and of a zone's. */
export const FEED_LINE_CHARS_MAX = 128 * KIB;
export const FEED_EVENT_CHARS_MAX = 512 * KIB;
export const FEED_ZONE_CHARS_MAX = 32 * KIB;
/** Occurrences and dates that one series may be stepped through to reach the window, and those of a whole file. */
export const FEED_STEPS_MAX = 20_000;
export const FEED_ALL_STEPS_MAX = 100_000;

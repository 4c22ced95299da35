import { DAY_MS, HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of deliveries: messages about a meeting to a destination outside Acta. */

/** Time limit of one attempt: D1 and the meeting are read, then the requests are made. */
export const SEND_ATTEMPT_MS_MAX = 40 * SECOND_MS;
export const SEND_BACK_OFF = { firstMs: 10 * SECOND_MS, factor: 4, maxMs: 12 * HOUR_MS };
/** Time after which a delivery is given up. */
export const SEND_TRY_MS_MAX = 3 * DAY_MS;
/** The same where the receiver says that it does not know the address, or does not want the message: it may be for a moment. */
export const SEND_REFUSED_TRY_MS = HOUR_MS;
/** Longest wait that a receiver may ask for. */
export const SEND_RETRY_AFTER_MS_MAX = 12 * HOUR_MS;
/** Age after which a change of a meeting is not told any more. */
export const SEND_EVENT_MS_MAX = 3 * DAY_MS;
/** Interval after which a sender that waits looks for work again. */
export const SEND_LOOK_MS = MINUTE_MS;
/** Time for which corrections are awaited before they are sent, so that an hour of edits is not sent line by line. */
export const CORRECTIONS_WAIT_MS = 2 * MINUTE_MS;

/** Time for which an ended delivery to a connected account is kept. Its number a destination is above SEND_EVENT_MS_MAX's needs. */
export const CONNECTION_LOG_MS = 365 * DAY_MS;
export const CONNECTION_LOG_MAX = 5000;

/** Number of accounts that one person has connected. */
export const CONNECTIONS_MAX = 10;
/** Length of the name of a connected account. */
export const CONNECTION_NAME_CHARS_MAX = 200;
/** A token is refreshed when it ends sooner than this. */
export const CONNECTION_TOKEN_RESERVE_MS = 2 * MINUTE_MS;
/** Time for which one refresh of tokens keeps others from beginning, and interval at which those look for its end. */
export const TOKEN_REFRESH_MS_MAX = 15 * SECOND_MS;
export const TOKEN_REFRESH_LOOK_MS = 150;
/** Time for which a begun consent can be finished. */
export const CONNECTION_CONSENT_MS_MAX = 10 * MINUTE_MS;

/** Lines of a page of what was sent; and lines of one meeting of which the newest of each destination is shown. */
export const SENT_PAGE = 25;
export const SENT_OF_MEETING_MAX = 100;

/** Limits of CRMs: HubSpot, Pipedrive and Salesforce. */

/** Time limit of one request, and size of an answer. */
export const CRM_CALL_MS_MAX = 10 * SECOND_MS;
export const CRM_ANSWER_BYTES_MAX = 2048 * KIB;
/** HubSpot allows 65,536 characters in a note; the rest is left for the link and its mark. */
export const CRM_NOTE_CHARS_MAX = 64_000;
/** Contacts of one meeting, and tasks of one meeting, that are sent. HubSpot reads and writes 100 at a time. */
export const CRM_CONTACTS_MAX = 50;
export const CRM_TASKS_MAX = 100;
/** Companies and deals of the contacts that are offered, and pages of them that are read. HubSpot reads 100 at a time. */
export const CRM_RELATED_MAX = 50;
export const CRM_RELATED_PAGES_MAX = 5;
/** Users of a CRM that are asked for as owners of tasks. */
export const CRM_OWNERS_MAX = 20;
/** Fields of the minutes that are mapped to properties, and the length of a property's value. */
export const CRM_MAPPINGS_MAX = 20;
export const CRM_PROPERTY_CHARS_MAX = 8000;
/** Lines of a list at Pipedrive that are looked through, newest first; and length of its short text fields. */
export const PIPEDRIVE_LISTED_MAX = 100;
export const PIPEDRIVE_VARCHAR_CHARS_MAX = 255;
/** Activities at Salesforce that are looked through, newest first, with descriptions of up to 32,000 characters; and lengths of its texts. */
export const SALESFORCE_LISTED_MAX = 30;
export const SALESFORCE_DESCRIPTION_CHARS_MAX = 32_000;
export const SALESFORCE_TEXT_CHARS_MAX = 255;
/** Addresses in one question to Salesforce, which takes 16,384 bytes of address and header. */
export const SALESFORCE_ADDRESSES_MAX = 25;
/** RFC 5321 §4.5.3.1. */
export const EMAIL_CHARS_MAX = 254;
/** Beginning of the receipts that name contacts which a person chose. */
export const CHOSEN_CONTACT = "contact/";
/** The same for companies and deals, such as "related/deal/7"; alone it says that a person chose, also where they chose none. */
export const CHOSEN_RELATED = "related/";

/** Limits of Slack and Notion. Those of their APIs are in their documentation; the others are ours. */

/** Block Kit: blocks of a message, characters of a text in a section, and of a header. */
export const SLACK_BLOCKS_MAX = 50;
export const SLACK_TEXT_CHARS_MAX = 3000;
export const SLACK_HEADER_CHARS_MAX = 150;
/** Characters of the sections of a message. Slack documents no sum; messages of 11,300 characters were refused (slackapi/bolt-js#2867). */
export const SLACK_MESSAGE_CHARS_MAX = 9000;
/** Channels of a page, and pages that are read. */
export const SLACK_CHANNELS_PAGE = 200;
export const SLACK_CHANNEL_PAGES_MAX = 10;
/** Slack advises to refuse signed requests that are older. */
export const SLACK_REQUEST_AGE_MS_MAX = 5 * MINUTE_MS;
export const SLACK_EVENT_BYTES_MAX = 64 * KIB;
/** Links of one message that are shown with a preview. */
export const SLACK_UNFURLS_MAX = 5;

/** Characters of a rich text, rich texts of a block or property, and blocks of a request. */
export const NOTION_TEXT_CHARS_MAX = 2000;
export const NOTION_TEXTS_MAX = 100;
export const NOTION_BLOCKS_MAX = 100;
/** Pages of a page's blocks that are looked through for those of Acta. */
export const NOTION_CHILD_PAGES_MAX = 20;
/** Characters of the name of an option, and options of a property that are written. */
export const NOTION_OPTION_CHARS_MAX = 100;
export const NOTION_OPTIONS_MAX = 100;
export const NOTION_URL_CHARS_MAX = 2000;
/** Data sources of a page of the search, and pages that are read. */
export const NOTION_SOURCES_PAGE = 100;
export const NOTION_SOURCE_PAGES_MAX = 5;

/** Time limit of one request to either of them, and bytes of an answer that are read. */
export const COLLABORATION_REQUEST_MS_MAX = 15 * SECOND_MS;
export const COLLABORATION_ANSWER_BYTES_MAX = 1024 * KIB;
/** Characters of an id of a channel, database, property or template in a request, and templates of a rule. */
export const PLACE_ID_CHARS_MAX = 200;
export const PLACE_TEMPLATES_MAX = 200;

/** Limits of webhooks: addresses of a person's own programs that are told of their meetings. */

/** Number of webhooks of one person. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_CHARS_MAX = 2000;
/** Standard Webhooks recommends 24 to 64 random bytes for a secret. */
export const WEBHOOK_SECRET_BYTES = 24;
/** Time for which the former secret signs too after a rotation. */
export const WEBHOOK_ROTATION_MS = 24 * HOUR_MS;

/** Time limit of one request. */
export const WEBHOOK_REQUEST_MS_MAX = 15 * SECOND_MS;
/** Standard Webhooks advises a receiver to take at least 20 KiB; more than this is sent without the minutes. */
export const WEBHOOK_BODY_BYTES_MAX = 512 * KIB;

/** The log of a webhook: time for which an ended delivery is kept, and their number. Both are above SEND_EVENT_MS_MAX's needs. */
export const WEBHOOK_LOG_MS = 30 * DAY_MS;
export const WEBHOOK_LOG_MAX = 1000;
export const WEBHOOK_LOG_PAGE = 20;
/** Test events that wait at once for one webhook. */
export const WEBHOOK_TESTS_WAITING_MAX = 3;

/** Limits of the feeds of a person's meetings and minutes. */

/** Meetings of this time before and after now are in a feed. */
export const FEED_WINDOW_MS = 90 * DAY_MS;
/** Entries of a feed: the latest. */
export const FEED_ENTRIES_MAX = 200;
export const FEED_TITLE_CHARS_MAX = 300;
/** Calendar programs are told to ask again after this time; many ask when they want. */
export const FEED_REFRESH_HOURS = 1;
/** The last reading is stored to the hour, so that a busy reader does not write a row for each request. */
export const FEED_SEEN_STEP_MS = HOUR_MS;

/** Limits of services that take tasks. */

/** Tasks of one meeting that are sent at once, and people of a place that are offered. */
export const TASKS_SENT_MAX = 100;
export const TASK_PEOPLE_MAX = 500;
export const TASK_PLACES_MAX = 500;
/** Names of minutes whose person at the service is remembered. */
export const TASK_OWNERS_MAX = 200;
export const TASK_OWNER_CHARS_MAX = 200;
/** Characters of a title: Linear takes 255. */
export const TASK_TITLE_CHARS_MAX = 255;
/** Tasks of which a service is asked in one request. */
export const TASKS_ASKED_MAX = 50;
/** Tasks of which services are asked in one sweep. */
export const TASKS_SWEPT_MAX = 300;
/** Interval at which a service is asked for open tasks: one that tells of changes itself only in case a message was lost. */
export const TASKS_ASK_MS = 10 * MINUTE_MS;
export const TASKS_ASK_TOLD_MS = 6 * HOUR_MS;
/** Signed requests that are older are refused; Linear advises a minute. */
export const TASK_EVENT_AGE_MS_MAX = 5 * MINUTE_MS;
export const TASK_EVENT_BYTES_MAX = 256 * KIB;
/** Time limit of one request, and bytes of an answer that are read. */
export const TASK_CALL_MS_MAX = 10 * SECOND_MS;
export const TASK_ANSWER_BYTES_MAX = 1024 * KIB;

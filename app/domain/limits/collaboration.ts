import { KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

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

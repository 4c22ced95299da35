import { HOUR_MS, KIB, MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of templates and fields (§3, §5). The builder shows them while a person types, and the server checks them. */

export const TEMPLATE_NAME_CHARS_MAX = 120;
export const TEMPLATE_DESCRIPTION_CHARS_MAX = 500;
export const TEMPLATE_FIELDS_MAX = 30;
export const FIELD_TITLE_CHARS_MAX = 200;
export const FIELD_DESCRIPTION_CHARS_MAX = 300;
export const FIELD_PROMPT_CHARS_MAX = 1000;
/** Columns of a table; as many as a summary's table can have (SUMMARY_TABLE_COLUMNS_MAX). */
export const TABLE_COLUMNS_MAX = 8;
export const COLUMN_NAME_CHARS_MAX = 80;
/** Values between which a column of kind `choice` chooses. */
export const COLUMN_CHOICES_MAX = 12;
export const COLUMN_CHOICE_CHARS_MAX = 60;
/** Templates and saved fields of one workspace. */
export const TEMPLATES_MAX = 200;
export const SAVED_FIELDS_MAX = 200;
/** Versions that are kept of one template; the oldest go first. */
export const TEMPLATE_VERSIONS_MAX = 100;
/** Links of one template that work at the same time. */
export const TEMPLATE_SHARES_MAX = 10;
/** Body of a request with a template: every limit above, in characters of four bytes. */
export const TEMPLATE_BYTES_MAX = 512 * KIB;
/** Meetings that one request writes again or switches to another template; each costs a call of its object. */
export const REWRITE_MEETINGS_MAX = 25;
/** Meetings that the answer about a template's use names; the counts are of all. */
export const TEMPLATE_USES_LISTED_MAX = 20;
/**
 * Time for which a template counts as used before the meeting's row shows it: a meeting is listed within seconds, minutes that are
 * written again when they are done.
 */
export const TEMPLATE_CLAIM_MS = 2 * MINUTE_MS;
export const TEMPLATE_REWRITE_CLAIM_MS = HOUR_MS;
/** Segments that a preview reads: about six hours of speech. */
export const PREVIEW_SEGMENTS_MAX = 5000;

/** Limits of folders, tags and rules. The dialog checks them while a person types, and the server again. */

/** Folders of one workspace. */
export const FOLDERS_MAX = 200;
/** The name of a folder with that of the folder that it is in, in UTF-16 units. */
export const FOLDER_NAME_CHARS_MAX = 80;
/** One tag, in UTF-16 units. */
export const TAG_CHARS_MAX = 40;
/** Tags of one meeting. */
export const TAGS_OF_MEETING_MAX = 20;
/** Tags that are suggested. */
export const TAGS_LISTED_MAX = 200;
/** Rules of one person. */
export const RULES_MAX = 100;
/** The value of a rule, in UTF-16 units: an address has 254 at most. */
export const RULE_VALUE_CHARS_MAX = 254;
/** Rules that are offered when a meeting is moved. */
export const RULE_OFFERS_MAX = 3;

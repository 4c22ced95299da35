/** A person's choices in the settings, for all their browsers. */

/** In the form: the zone of the browser that is used, in place of a chosen one. */
export const ZONE_OF_BROWSER = "browser";
/** In the form: Basic system, which has no id. */
export const BASIC_TEMPLATE = "";
/** In the form: the default template of the team, in place of a choice of one's own. */
export const TEAM_TEMPLATE = "team";

import type { BackOff } from "#app/domain/back-off.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of teams and their meetings. */

/** §5: the fewest e-mails of the seats page, one a seat. */
export const SEAT_EMAILS_MIN = 3;
/** E-mails of one order; a larger team invites the others from the settings. */
export const SEAT_EMAILS_MAX = 100;
/** An invitation can be accepted this long after it was sent. */
export const INVITATION_MS = 14 * DAY_MS;
/** An invitation is sent again this much later at the earliest. */
export const INVITATION_RESEND_MS = MINUTE_MS;
/** Times that one invitation is sent, so that nobody's mailbox is filled from here. */
export const INVITATION_SENDS_MAX = 10;
/** Invitations that the sweep sends in one round. */
export const INVITATIONS_SWEEP_MAX = 50;
export const TEAM_NAME_CHARS_MAX = 80;
/** People who are named for one meeting. */
export const NAMED_PEOPLE_MAX = 50;
/** A named person is told by mail once the minutes are ready, if that comes this soon after they were named. */
export const NAMED_MAIL_MS_MAX = 60 * DAY_MS;
/** Named people that one round tells. */
export const NAMED_MAILS_SWEEP_MAX = 50;
/** Workspaces of people who name the person for a meeting, that one page of a search asks beside the person's own and their team's. */
export const SEARCHED_WORKSPACES_MAX = 8;
/** Meetings among which such a page looks, newest first. D1 bills the rows of each key that is typed. */
export const SEARCHED_NAMED_MAX = 100;
/** Changes of shown meetings that a team's index takes at once, and that a search names to it. */
export const TEAM_INDEX_CHANGES = 50;
/** Changes that could not be taken are tried again after this time. */
export const TEAM_INDEX_RETRY_MS = MINUTE_MS;
/** Teams whose index the sweep tells of changes in one round. */
export const TEAM_INDEXES_SWEEP_MAX = 50;
/** Handed-over meetings that the sweep works on in one round. */
export const TEAM_MOVES_SWEEP_MAX = 20;
/** Open streams that one loss of access closes in one round; the sweep closes the rest. */
export const LOST_STREAMS_MAX = 200;
/** Waits of a handed-over meeting whose move failed, or which is still being recorded. */
export const TEAM_MOVE_BACK_OFF: BackOff = { firstMs: MINUTE_MS, factor: 2, maxMs: HOUR_MS };

/** Limits of share links. */

/** Lifetime that every new link once had by itself. */
export const SHARE_FORMER_DEFAULT_MS = 30 * DAY_MS;
/** Longest lifetime that a link can get. */
export const SHARE_LIFE_MS_MAX = 3660 * DAY_MS;
/** Time for which a revoked link can be brought back, as pages offer it. */
export const SHARE_UNDO_MS = 10 * SECOND_MS;
/** The same on the server: a request that was sent in the last moment is still on its way. */
export const SHARE_RESTORE_MS_MAX = SHARE_UNDO_MS + 20 * SECOND_MS;

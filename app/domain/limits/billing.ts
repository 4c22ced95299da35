import { DAY_MS } from "#app/domain/limits/units.ts";

/** Limits of plans and payments. */

/** §9: Pro opens recordings of the last 6 months. The free plan does too. */
export const PRO_WINDOW_MONTHS = 6;
/** §5: the fewest members of a team. */
export const TEAM_SEATS_MIN = 3;
export const TEAM_SEATS_MAX = 500;
/** §9: 'Save 20%' of a year that is paid at once. */
export const YEARLY_SAVING_PERCENT = 20;
/** A plan goes on this long after a payment failed. */
export const PAYMENT_GRACE_MS = 14 * DAY_MS;

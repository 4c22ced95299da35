import type ICAL from "ical.js";

/**
 * ical.js searches for the next occurrence without an end where a rule has none (FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30). Rules that
 * could do that are not expanded: the event then counts as one that takes place once. Rules of calendars people use all pass.
 */

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const INTERVAL_MAX = 400;

export function mayExpand(rule: ICAL.Recur): boolean {
  const { freq, interval } = rule;
  const parts = (name: string) => rule.getComponent(name) as unknown[];
  const has = (name: string) => parts(name).length > 0;
  if (!Number.isInteger(interval) || interval < 1 || interval > INTERVAL_MAX) return false;
  // They refine the hour, the minute and the second of an occurrence; no calendar writes them.
  if (["BYHOUR", "BYMINUTE", "BYSECOND", "BYYEARDAY", "BYWEEKNO"].some(has)) return false;
  const months = parts("BYMONTH").map(Number);
  const days = parts("BYMONTHDAY").map(Number);
  if (!months.every((month) => Number.isInteger(month) && month >= 1 && month <= 12)) return false;
  if (!days.every((day) => Number.isInteger(day) && day !== 0 && Math.abs(day) <= 31)) return false;
  const meets = (months.length > 0 ? months : [1]).some((month) =>
    days.some((day) => Math.abs(day) <= (DAYS_OF_MONTH[month - 1] ?? 0)),
  );
  if (days.length > 0 && !meets) return false;
  // A day of the month that must also be a weekday, or a position in a set, has no end that can be told beforehand.
  if (days.length > 0 && (has("BYDAY") || has("BYSETPOS")) && freq !== "MONTHLY") return false;
  switch (freq) {
    case "DAILY":
      // Any weekday comes within seven steps, unless the steps are whole weeks.
      return interval === 1 || !((has("BYDAY") && interval % 7 === 0) || has("BYMONTH") || has("BYMONTHDAY"));
    case "WEEKLY":
      return !has("BYMONTHDAY") && (interval === 1 || !has("BYMONTH"));
    case "MONTHLY":
      return interval === 1 || !has("BYMONTH");
    case "YEARLY":
      return true;
    default:
      return false;
  }
}

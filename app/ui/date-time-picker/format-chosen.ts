import { formatClockTime } from "#app/ui/date-time-picker/clock-time.ts";
import { wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** A chosen moment in one short line, as the control shows it: Thu, 19 Nov 2026, 10:00 AM. */
export function formatChosen(at: number, timeZone: string, locale: string): string {
  // Day before month in every language of ours: a number is never taken for the other.
  const day = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(at);
  return `${day}, ${formatClockTime(wallTimeOf(at, timeZone), locale)}`;
}

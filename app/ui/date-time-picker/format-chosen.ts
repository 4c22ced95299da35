import { dayFirst } from "#app/ui/date-time-picker/calendar-days.ts";
import { formatClockTime } from "#app/ui/date-time-picker/clock-time.ts";
import { wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** A chosen moment in one short line, as the control shows it: Thu, 19 Nov 2026, 10:00 am. */
export function formatChosen(at: number, timeZone: string, locale: string): string {
  const day = new Intl.DateTimeFormat(dayFirst(locale), {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(at);
  return `${day}, ${formatClockTime(wallTimeOf(at, timeZone), locale)}`;
}

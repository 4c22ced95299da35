import { formatShortDate, formatTimeOfDay } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useKnownTimeZone } from "#app/i18n/time-zone.ts";

type Props = { at: number; withTime?: boolean; timeZone?: string };

/** §9's short date, for lists that go back over years: a day of another year than this one names its year. */
export function ListedDate({ at, withTime = false, timeZone }: Props) {
  const locale = useLocale();
  const viewers = useKnownTimeZone();
  const zone = timeZone ?? viewers;
  return (
    // As LocalTime: the server's Intl data may be older, and its year too at midnight.
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {zone !== null &&
        `${formatShortDate(at, locale, zone)}${otherYear(at, zone)}${withTime ? `, ${formatTimeOfDay(at, locale, zone)}` : ""}`}
    </time>
  );
}

/** " 2025"; empty in 2025. */
function otherYear(at: number, timeZone: string): string {
  const year = yearOf(at, timeZone);
  return year === yearOf(Date.now(), timeZone) ? "" : ` ${year}`;
}

function yearOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at);
}

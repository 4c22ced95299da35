import { useTranslation } from "#app/i18n/use-translation.ts";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatShortDate,
  formatTimeOfDay,
} from "#app/i18n/format.ts";
import { TIME_ZONE_UNKNOWN, useKnownTimeZone } from "#app/i18n/time-zone.ts";

const FORMATS = {
  "date-time": formatDateTime,
  date: formatDate,
  day: formatDay,
  "short-date": formatShortDate,
  "short-date-time": (at: number, locale: Locale, zone: string) =>
    `${formatShortDate(at, locale, zone)}, ${formatTimeOfDay(at, locale, zone)}`,
  time: formatTimeOfDay,
  clock: formatClock,
};

/** The interface's language as our own type. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return parseLocale(i18n.language) ?? LOCALE_FALLBACK;
}

/** A moment of the world in the viewer's zone and language. `timeZone` overrules: a shared page names the zone it shows. */
export function LocalTime({ at, format, timeZone }: { at: number; format: keyof typeof FORMATS; timeZone?: string }) {
  return <WrittenTime at={at} timeZone={timeZone} write={FORMATS[format]} />;
}

type WrittenProps = {
  at: number;
  timeZone: string | undefined;
  write: (at: number, locale: Locale, timeZone: string) => string;
};

/** The time of UTC holds the place, unseen (text.css), while no zone is known: the same line with other digits. */
export function WrittenTime({ at, timeZone, write }: WrittenProps) {
  const locale = useLocale();
  const viewers = useKnownTimeZone();
  const zone = timeZone ?? viewers;
  return (
    // The server's Intl data may be older than the browser's, and its year too at midnight: a comma is no reason to render the page again.
    <time
      dateTime={new Date(at).toISOString()}
      data-awaited={zone === null ? write(at, locale, TIME_ZONE_UNKNOWN) : undefined}
      suppressHydrationWarning
    >
      {zone !== null && write(at, locale, zone)}
    </time>
  );
}

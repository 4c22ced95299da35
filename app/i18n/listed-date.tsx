import { formatShortDate, formatTimeOfDay } from "#app/i18n/format.ts";
import { WrittenTime } from "#app/i18n/local-time.tsx";

type Props = { at: number; withTime?: boolean; timeZone?: string };

/** §9's short date, for lists that go back over years: a day of another year than this one names its year. */
export function ListedDate({ at, withTime = false, timeZone }: Props) {
  return (
    <WrittenTime
      at={at}
      timeZone={timeZone}
      write={(moment, locale, zone) =>
        `${formatShortDate(moment, locale, zone)}${otherYear(moment, zone)}${withTime ? `, ${formatTimeOfDay(moment, locale, zone)}` : ""}`
      }
    />
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

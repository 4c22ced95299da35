import { useTranslation } from "#app/i18n/use-translation.ts";
import { type AgendaItem, dayOf, isJoined, weekFrom } from "#app/features/calendars/agenda-items.ts";
import { formatDay, hourOf } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = {
  items: readonly AgendaItem[];
  now: number;
  /** The day whose events are listed; null: all of them. */
  chosen: string | null;
  onChoose: (day: string | null) => void;
};

/** More marks than these do not fit under a day. */
const MARKS = 4;

/** The week at a glance: a mark for each event, filled where Acta joins. A day that is pressed is listed alone; pressed again, all are. */
export function WeekStrip({ items, now, chosen, onChoose }: Props) {
  const { t } = useTranslation("calendars");
  const locale = useLocale();
  const zone = useTimeZone();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: zone });
  const date = new Intl.DateTimeFormat(locale, { day: "numeric", timeZone: zone });
  return (
    <div className="week" role="group" aria-label={t("agenda.week")}>
      {weekFrom(now, hourOf(now, zone)).map((at) => {
        const day = formatDay(at, locale, zone);
        const ofDay = items.filter((item) => dayOf(item, locale, zone) === day);
        const joined = ofDay.filter(isJoined).length;
        const named = t("agenda.dayNamed", { day, count: ofDay.length });
        return (
          <button
            key={day}
            type="button"
            className="week__day"
            aria-pressed={chosen === day}
            onClick={() => onChoose(chosen === day ? null : day)}
            suppressHydrationWarning
          >
            <span aria-hidden="true">{weekday.format(at)}</span>
            <span className="num" aria-hidden="true">
              {date.format(at)}
            </span>
            <span className="week__marks" aria-hidden="true">
              {ofDay.slice(0, MARKS).map((item) => (
                <span key={item.id} className={isJoined(item) ? "week__mark week__mark--joined" : "week__mark"} />
              ))}
            </span>
            <span className="sr">{joined > 0 ? `${named}, ${t("agenda.joinsSome", { count: joined })}` : named}</span>
          </button>
        );
      })}
    </div>
  );
}

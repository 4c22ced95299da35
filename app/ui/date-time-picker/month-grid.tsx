import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import {
  addMonths,
  type CalendarMonth,
  dayForKey,
  dayName,
  isInMonth,
  monthName,
  monthOf,
  sameDay,
  weekdayNames,
  weeksOf,
} from "#app/ui/date-time-picker/calendar-days.ts";
import type { CalendarDay } from "#app/ui/date-time-picker/zoned-time.ts";

type MonthGridProps = {
  locale: string;
  today: CalendarDay;
  selected: CalendarDay | null;
  /** The day that has the grid's one tab stop; its month is the one shown. */
  cursor: CalendarDay;
  onCursor: (day: CalendarDay) => void;
  onSelect: (day: CalendarDay) => void;
  texts: { previousMonth: string; nextMonth: string };
};

/**
 * One month as a grid with a single tab stop (WAI-ARIA's date picker pattern): arrows go by days and weeks, Home and End
 * to the ends of the week, Page Up and Page Down by months, with Shift by years.
 */
export function MonthGrid(props: MonthGridProps) {
  const { locale, cursor, onCursor, texts } = props;
  const month = monthOf(cursor);
  const headingId = useId();
  const grid = useRef<HTMLTableElement>(null);
  // Focus follows the cursor when a key moved it, and stays where it is when a button did.
  const byKey = useRef(false);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayForKey(cursor, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    byKey.current = true;
    onCursor(next);
  };
  return (
    <div className="cal__month">
      <div className="cal__head">
        <MonthButton label={texts.previousMonth} path="M10 3 5 8l5 5" onPress={() => onCursor(addMonths(cursor, -1))} />
        <span id={headingId} aria-live="polite">
          {monthName(month, locale)}
        </span>
        <MonthButton label={texts.nextMonth} path="m6 3 5 5-5 5" onPress={() => onCursor(addMonths(cursor, 1))} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern's own markup */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={onKeyDown}>
        <WeekdayRow locale={locale} />
        <Weeks {...props} month={month} />
      </table>
    </div>
  );
}

function MonthButton({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <button className="btn btn--quiet btn--icon" type="button" aria-label={label} onClick={onPress}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

function WeekdayRow({ locale }: { locale: string }) {
  const names = useMemo(() => weekdayNames(locale), [locale]);
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" key={name.long}>
            <abbr className="quiet" title={name.long}>
              {name.short}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Weeks(props: MonthGridProps & { month: CalendarMonth }) {
  const { month } = props;
  return (
    <tbody>
      {weeksOf(month).map((week) => (
        <tr key={week.map((day) => day.day).join()}>
          {week.map((day) => (
            <Day key={`${day.month}-${day.day}`} day={day} {...props} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Day({
  day,
  month,
  locale,
  today,
  selected,
  cursor,
  onSelect,
}: MonthGridProps & { day: CalendarDay; month: CalendarMonth }) {
  const isSelected = sameDay(day, selected);
  return (
    <td aria-selected={isSelected}>
      <button
        type="button"
        className={isInMonth(day, month) ? undefined : "out"}
        tabIndex={sameDay(day, cursor) ? 0 : -1}
        aria-label={dayName(day, locale)}
        aria-pressed={isSelected}
        aria-current={sameDay(day, today) ? "date" : undefined}
        onClick={() => onSelect(day)}
      >
        {day.day}
      </button>
    </td>
  );
}

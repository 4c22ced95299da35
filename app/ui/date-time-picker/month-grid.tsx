import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
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
import { Icon } from "#app/ui/icon.tsx";

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
        <Button kind="quiet" icon aria-label={texts.previousMonth} onClick={() => onCursor(addMonths(cursor, -1))}>
          <Icon name="previous" />
        </Button>
        <span id={headingId} aria-live="polite">
          {monthName(month, locale)}
        </span>
        <Button kind="quiet" icon aria-label={texts.nextMonth} onClick={() => onCursor(addMonths(cursor, 1))}>
          <Icon name="next" />
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern's own markup */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={onKeyDown}>
        <WeekdayRow locale={locale} />
        <Weeks {...props} month={month} />
      </table>
    </div>
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

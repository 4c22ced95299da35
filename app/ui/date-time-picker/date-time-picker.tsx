import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { MonthGrid } from "#app/ui/date-time-picker/month-grid.tsx";
import { TimeColumn } from "#app/ui/date-time-picker/time-column.tsx";
import {
  type CalendarDay,
  chosenAt,
  chosenFrom,
  type ChosenTime,
  type ClockTime,
  countsAsChosen,
  formatChosen,
  wallTimeOf,
} from "#app/ui/date-time-picker/zoned-time.ts";
import { Icon } from "#app/ui/icon.tsx";

export type DateTimePickerTexts = {
  label: string;
  /** Stands in the control while nothing is chosen. */
  choose: string;
  hour: string;
  times: string;
  previousMonth: string;
  nextMonth: string;
  selectTimeFirst: string;
  /** Said beside it when a time of 00:xx was given. */
  midnight: string;
};

type DateTimePickerProps = {
  /** The moment to begin with, as epoch ms; read once. */
  defaultValue: number | null;
  /** The chosen moment, or null while a day or a time is missing. */
  onChange: (at: number | null) => void;
  /** Give the control a `key` of the zone where the zone may change: a day in one is another in the next. */
  timeZone: string;
  locale: string;
  now: number;
  texts: DateTimePickerTexts;
  /** Shows 'select time first' although the calendar is open: the form was submitted without a time. */
  missing?: boolean;
  /** The button that opens it, for whoever has to bring the focus here. */
  buttonRef?: RefObject<HTMLButtonElement>;
};

/** The one date control of the product: a field, and a calendar that opens below it and stays open until it is closed. */
export function DateTimePicker(props: DateTimePickerProps) {
  const { texts, timeZone, locale } = props;
  const ownButton = useRef<HTMLButtonElement>(null);
  const button = props.buttonRef ?? ownButton;
  const picker = usePicker(props, () => button.current?.focus());
  const panel = useRef<HTMLFieldSetElement>(null);
  useClickBeside(picker.isOpen, [button, panel], picker.leave);
  const ids = { label: useId(), value: useId(), panel: useId(), error: useId() };
  const { at } = picker;
  const showError = at === null && (picker.refused || props.missing === true);
  return (
    <>
      <div className="field pick relative content-start">
        <span className="label" id={ids.label}>
          {texts.label}
        </span>
        <button
          ref={button}
          className={showError ? "input border-record" : "input"}
          type="button"
          aria-labelledby={`${ids.label} ${ids.value}`}
          aria-expanded={picker.isOpen}
          aria-controls={ids.panel}
          aria-describedby={showError ? ids.error : undefined}
          onClick={() => (picker.isOpen ? picker.close(picker.chosen) : picker.open())}
        >
          <span className={at === null ? "cut faint" : "num cut"} id={ids.value}>
            {at === null ? texts.choose : formatChosen(at, timeZone, locale)}
          </span>
          <Icon name="calendar" className="muted" />
        </button>
        {showError && <TimeMissing id={ids.error} texts={texts} time={picker.chosen.time} fitsGap={!picker.isOpen} />}
      </div>
      {picker.isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere inside closes it
        <fieldset
          ref={panel}
          className="cal min-w-0"
          id={ids.panel}
          aria-labelledby={ids.label}
          onKeyDown={picker.onKeyDown}
        >
          <MonthGrid
            locale={locale}
            today={picker.today}
            selected={picker.chosen.day}
            cursor={picker.cursor}
            onCursor={picker.setCursor}
            onSelect={picker.chooseDay}
            texts={texts}
          />
          <TimeColumn
            locale={locale}
            time={picker.chosen.time}
            start={{ hour: 12, minute: 0 }}
            onTime={picker.chooseTime}
            onDone={picker.closeWith}
            invalid={showError}
            errorId={ids.error}
            texts={texts}
          />
        </fieldset>
      )}
    </>
  );
}

/** The error stands in the gap below the field, so that nothing moves when it comes; the longer one makes room. */
function TimeMissing(props: { id: string; texts: DateTimePickerTexts; time: ClockTime | null; fitsGap: boolean }) {
  const { id, texts, time, fitsGap } = props;
  const atMidnight = time !== null && !countsAsChosen(time);
  return (
    <p className={fitsGap && !atMidnight ? "error absolute top-full mt-1" : "error"} id={id} role="alert">
      <Icon name="alert" />
      <span>
        <span className="cap inline-block">{texts.selectTimeFirst}</span>
        {atMidnight && `. ${texts.midnight}`}
      </span>
    </p>
  );
}

function usePicker({ defaultValue, onChange, timeZone, now }: DateTimePickerProps, onClosed: () => void) {
  const today: CalendarDay = dayOnly(wallTimeOf(now, timeZone));
  const [given] = useState(defaultValue);
  const [chosen, setChosen] = useState<ChosenTime>(() => chosenFrom(given, timeZone));
  const [cursor, setCursor] = useState<CalendarDay>(chosen.day ?? today);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState(false);
  const choose = (next: ChosenTime) => {
    const at = chosenAt(next, timeZone, given);
    // A time that the clocks skipped comes back as the one they showed instead.
    setChosen(at === null ? next : chosenFrom(at, timeZone));
    if (at !== null) setRefused(false);
    onChange(at);
  };
  const leave = (last: ChosenTime) => {
    setRefused(chosenAt(last, timeZone, given) === null);
    setOpen(false);
  };
  const close = (last: ChosenTime) => {
    leave(last);
    onClosed();
  };
  return {
    today,
    chosen,
    at: chosenAt(chosen, timeZone, given),
    cursor,
    isOpen,
    refused,
    close,
    /** A click beside it closes it, and keeps the focus that the click gave. */
    leave: () => leave(chosen),
    setCursor,
    open: () => {
      setCursor(chosen.day ?? today);
      setRefused(false);
      setOpen(true);
    },
    /** The calendar stays open after a day is picked. */
    chooseDay: (day: CalendarDay) => {
      setCursor(day);
      choose({ ...chosen, day });
    },
    /** A time alone is meant for the day that the calendar stands on. */
    chooseTime: (time: ClockTime | null) => choose({ day: chosen.day ?? (time && cursor), time }),
    closeWith: (time: ClockTime | null) => close({ day: chosen.day ?? cursor, time }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close(chosen);
    },
  };
}

/**
 * Calls `leave` after a click outside the places. After it and not before: closing moves what stands below, and the click would miss it.
 */
function useClickBeside(isOpen: boolean, places: readonly RefObject<HTMLElement>[], leave: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onClick = ({ target }: MouseEvent) => {
      // A part that its own click removed is not beside.
      if (!(target instanceof Node) || !target.isConnected) return;
      if (!places.some(({ current }) => current?.contains(target))) leave();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  });
}

const dayOnly = ({ year, month, day }: CalendarDay): CalendarDay => ({ year, month, day });

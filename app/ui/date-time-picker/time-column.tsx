import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import {
  type ClockTime,
  formatClockTime,
  isTwelveHour,
  parseClockTime,
  sameTime,
  stepFrom,
  timeSteps,
} from "#app/ui/date-time-picker/zoned-time.ts";

type TimeColumnProps = {
  locale: string;
  time: ClockTime | null;
  /** Start of stepping and scrolling while no time is chosen. */
  start: ClockTime;
  onTime: (time: ClockTime | null) => void;
  /** Called on Enter in the field: the user has finished. */
  onDone: (time: ClockTime | null) => void;
  invalid: boolean;
  errorId: string;
  texts: { hour: string; times: string };
};

/** The time beside the month: a text field, and a list of steps to choose from. */
export function TimeColumn(props: TimeColumnProps) {
  return (
    <div className="cal__time">
      <TimeField {...props} />
      <TimeSteps {...props} />
    </div>
  );
}

function TimeField({ locale, time, start, onTime, onDone, invalid, errorId, texts }: TimeColumnProps) {
  const id = useId();
  const written = time === null ? "" : formatClockTime(time, locale);
  // While the user types, the text is not changed; a time that is set from outside replaces it.
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): ClockTime | null => {
    if (typed === null) return time;
    const next = parseClockTime(typed);
    setTyped(null);
    onTime(next);
    return next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      onDone(commit());
    }
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      setTyped(null);
      const from = typed === null ? time : parseClockTime(typed);
      onTime(stepFrom(from, event.key === "ArrowDown" ? 1 : -1, start));
    }
  };
  return (
    <>
      <label htmlFor={id}>{texts.hour}</label>
      <input
        className="input"
        id={id}
        value={typed ?? written}
        inputMode={isTwelveHour(locale) ? "text" : "numeric"}
        autoComplete="off"
        maxLength={12}
        aria-invalid={invalid}
        aria-describedby={invalid ? errorId : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

function TimeSteps({ locale, time, start, onTime, texts }: TimeColumnProps) {
  const steps = useMemo(() => timeSteps(), []);
  const list = useRef<HTMLUListElement>(null);
  const byKey = useRef(false);
  const at = steps.findIndex((step) => sameTime(step, time));
  const stop = at === -1 ? Math.max(indexFrom(steps, time ?? start), 0) : at;
  useEffect(() => {
    const target = list.current?.children[stop];
    if (!(target instanceof HTMLElement) || !list.current) return;
    showWithin(list.current, target);
    if (!byKey.current) return;
    byKey.current = false;
    target.querySelector("button")?.focus({ preventScroll: true });
  }, [stop]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepIndex(stop, event.key, steps.length);
    const step = next === null ? undefined : steps[next];
    if (!step) return;
    event.preventDefault();
    byKey.current = true;
    onTime(step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the list's buttons
    <ul ref={list} aria-label={texts.times} onKeyDown={onKeyDown}>
      {steps.map((step, index) => (
        <li key={`${step.hour}:${step.minute}`}>
          <button
            type="button"
            className="whitespace-nowrap"
            tabIndex={index === stop ? 0 : -1}
            aria-pressed={index === at}
            onClick={() => onTime(step)}
          >
            {formatClockTime(step, locale)}
          </button>
        </li>
      ))}
    </ul>
  );
}

const minutesOf = (time: ClockTime) => time.hour * 60 + time.minute;

/** The last step that is not after the time. */
function indexFrom(steps: readonly ClockTime[], time: ClockTime): number {
  return steps.findLastIndex((step) => minutesOf(step) <= minutesOf(time));
}

function stepIndex(index: number, key: string, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(index + 1, count - 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(index - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Scrolls the list, and only the list: scrollIntoView would move the dialog's body too. */
function showWithin(list: HTMLElement, target: HTMLElement): void {
  const frame = list.getBoundingClientRect();
  const mark = target.getBoundingClientRect();
  list.scrollTop += mark.top - frame.top - (frame.height - mark.height) / 2;
  list.scrollLeft += mark.left - frame.left - (frame.width - mark.width) / 2;
}

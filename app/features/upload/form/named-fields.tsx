import { useEffect, useId, useRef } from "react";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { epochOf, wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";
import { FieldError } from "#app/ui/field.tsx";

/** A file of a list and the details of its meeting. `at`: null while the person has to choose it. */
type Named = { fileName: string; title: string; at: number | null };
export type NamedChange = { title?: string; at?: number | null };

type Props = Named & {
  timeZone: string;
  onChange: (change: NamedChange) => void;
  isReadOnly: boolean;
  /** Whether the form was submitted: what is missing is then said. */
  isAsked: boolean;
};

/** Whether a file can be sent with these details. */
export function isNamed({ title, at }: Pick<Named, "title" | "at">): boolean {
  return title.trim() !== "" && at !== null;
}

/**
 * Title and date of one file among many, in one row: each is named after its file for screen readers. The date is the browser's own
 * control, because a calendar in every row would be the longer list.
 */
export function NamedFields({ fileName: name, title, at, timeZone, onChange, isReadOnly, isAsked }: Props) {
  const { t } = useTranslation("upload");
  const id = useId();
  const date = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Set from here, because a value of React's would undo what is typed of a date that is not whole yet.
    if (date.current && at !== null && epochIn(date.current.value, timeZone) !== at)
      date.current.value = localOf(at, timeZone);
  }, [at, timeZone]);
  const hasNoTitle = isAsked && title.trim() === "";
  const hasNoDate = isAsked && at === null;
  return (
    <div className="imports__fields">
      <div>
        <input
          className="input"
          aria-label={t("rows.titleOf", { name })}
          aria-invalid={hasNoTitle || undefined}
          aria-describedby={hasNoTitle ? `${id}-t` : undefined}
          value={title}
          maxLength={MEETING_TITLE_CHARS_MAX}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        {hasNoTitle && <FieldError id={`${id}-t`}>{t("error.title")}</FieldError>}
      </div>
      <div>
        <input
          ref={date}
          className="input num"
          type="datetime-local"
          aria-label={t("rows.dateOf", { name })}
          aria-invalid={hasNoDate || undefined}
          aria-describedby={hasNoDate ? `${id}-d` : undefined}
          defaultValue={at === null ? "" : localOf(at, timeZone)}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ at: epochIn(event.target.value, timeZone) })}
        />
        {hasNoDate && <FieldError id={`${id}-d`}>{t("rows.dateMissing")}</FieldError>}
      </div>
    </div>
  );
}

const two = (value: number) => String(value).padStart(2, "0");

/** As the browser's control of a date and a time has it: 2026-11-19T09:30, in the person's zone. */
function localOf(at: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTimeOf(at, timeZone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

function epochIn(value: string, timeZone: string): number | null {
  const [year, month, day, hour, minute] = (value.match(/\d+/gu) ?? []).map(Number);
  // Years are typed digit by digit: 0002 is on the way to 2026.
  if (year === undefined || month === undefined || day === undefined || year < 1970) return null;
  return epochOf({ year, month, day, hour: hour ?? 0, minute: minute ?? 0 }, timeZone);
}

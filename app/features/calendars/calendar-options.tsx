import { useLanguageOptions } from "#app/i18n/language-options.ts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CalendarView } from "#app/contracts/calendars.ts";
import { changeCalendarSettings, changeCalendarVisibility } from "#app/contracts/endpoints/calendars.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { GUEST_RULES, type GuestRule } from "#app/domain/calendar/calendar.ts";
import { DETECT_LANGUAGE, LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import { SKIP_TITLE_CHARS_MAX, SKIP_TITLES_MAX } from "#app/domain/limits/calendars.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import type { TemplateChoice } from "#app/features/calendars/calendar-account.tsx";
import { type Calendars, patchCalendars, replaceCalendars } from "#app/features/calendars/use-calendars.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Options, Select } from "#app/ui/select.tsx";

/** The rule as it is sent. */
type Rule = CalendarView["rule"];
type Hours = NonNullable<Rule["hours"]>;
type Settings = Partial<Pick<CalendarView, "joins" | "template_id" | "language" | "rule"> & { mine: boolean }>;
type Props = { calendar: CalendarView; change: Calendars["change"]; templates: readonly TemplateChoice[] };

/** Visibility, template, language and rule of one calendar. Each choice is saved at once; the rule has a button. */
export function CalendarOptions({ calendar, change, templates }: Props) {
  const { t } = useTranslation("calendars");
  const { id, name, visible, joins, template_id, language, rule, mine } = calendar;
  const save = (settings: Settings, done?: string) =>
    void change({
      patch: patchCalendars([id], settings),
      call: () => callApi(changeCalendarSettings, { params: { calendar_id: id }, body: settings }),
      after: replaceCalendars,
      ...(done === undefined ? {} : { done }),
      failed: t("error.update"),
    });
  const show = (next: boolean) =>
    void change({
      patch: patchCalendars([id], { visible: next }),
      call: () => callApi(changeCalendarVisibility, { body: { calendar_ids: [id], visible: next } }),
      after: replaceCalendars,
      failed: t("error.update"),
    });
  return (
    <details className="calendar__more calendar__options">
      <summary aria-label={t("options", { name })}>{t("optionsShort")}</summary>
      <div className="stack calendar__form">
        <Checkbox checked={visible} onChange={({ target }) => show(target.checked)} label={t("visible")} />
        <Checkbox checked={joins} onChange={({ target }) => save({ joins: target.checked })} label={t("joins")} />
        {mine !== null && (
          <Checkbox
            checked={mine}
            onChange={({ target }) => save({ mine: target.checked })}
            label={t("whose.option")}
          />
        )}
        <div className="two">
          <Field label={t("template")} hint={t("templateHint")}>
            {(wiring) => (
              <Select
                {...wiring}
                value={template_id ?? ""}
                onChange={({ target }) => save({ template_id: target.value === "" ? null : target.value })}
              >
                <option value="">{t("templateOwn")}</option>
                <option value={BASIC_SYSTEM_WORD}>{t("templateBasic")}</option>
                {templates.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <LanguageField language={language} onChoose={(next) => save({ language: next })} />
        </div>
        <RuleForm rule={rule} onSave={(next) => save({ rule: next }, t("done.saved"))} />
      </div>
    </details>
  );
}

type LanguageProps = { language: CalendarView["language"]; onChoose: (language: CalendarView["language"]) => void };

function LanguageField({ language, onChoose }: LanguageProps) {
  const { t } = useTranslation("calendars");
  const languages = useLanguageOptions();
  return (
    <Field label={t("language")}>
      {(wiring) => (
        <Select
          {...wiring}
          value={language ?? ""}
          onChange={({ target }) => onChoose(LANGUAGE_CHOICES.find((each) => each === target.value) ?? null)}
        >
          <option value="">{t("languageOwn")}</option>
          <option value={DETECT_LANGUAGE}>{t("detectLanguage")}</option>
          <Options options={languages} />
        </Select>
      )}
    </Field>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const USUAL_HOURS = { from: 9 * 60, to: 18 * 60, days: [1, 2, 3, 4, 5] };
/** A Monday: the names of the days are those of its week. */
const A_MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** The rule in plain words. */
function RuleForm({ rule, onSave }: { rule: Rule; onSave: (rule: Rule) => void }) {
  const { t } = useTranslation("calendars");
  const [accepted, setAccepted] = useState(rule.accepted);
  const [guests, setGuests] = useState<GuestRule>(rule.guests);
  const [skip, setSkip] = useState(rule.skipTitles.join(", "));
  const [hours, setHours] = useState(rule.hours);
  const [isWrong, setWrong] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isBad = hours !== null && (hours.from >= hours.to || hours.days.length === 0);
    setWrong(isBad);
    if (isBad) return;
    const titles = skip.split(",").map((each) => beginningOf(each.trim(), SKIP_TITLE_CHARS_MAX));
    const skipTitles = [...new Set(titles.filter((each) => each !== ""))].slice(0, SKIP_TITLES_MAX);
    onSave({ accepted, guests, skipTitles, hours });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Checkbox checked={accepted} onChange={({ target }) => setAccepted(target.checked)} label={t("rule.accepted")} />
      <Field label={t("rule.guests")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={guests}
            onChange={({ target }) => setGuests(GUEST_RULES.find((each) => each === target.value) ?? "any")}
          >
            {GUEST_RULES.map((each) => (
              <option key={each} value={each}>
                {t(`rule.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("rule.skip")} hint={t("rule.skipHint")}>
        {(wiring) => (
          <input {...wiring} className="input" value={skip} onChange={({ target }) => setSkip(target.value)} />
        )}
      </Field>
      <Checkbox
        checked={hours !== null}
        onChange={({ target }) => setHours(target.checked ? USUAL_HOURS : null)}
        label={t("rule.hours")}
      />
      {hours !== null && <HoursFields hours={hours} onChange={setHours} />}
      {isWrong && <FieldError>{t("rule.order")}</FieldError>}
      <div className="row">
        <Button type="submit">{t("rule.save")}</Button>
      </div>
    </form>
  );
}

/** Beginning, end and days of the working hours. */
function HoursFields({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { t } = useTranslation("calendars");
  const daysId = useId();
  const dayName = new Intl.DateTimeFormat(useLocale(), { weekday: "short", timeZone: "UTC" });
  const chooseDay = (day: number, isChosen: boolean) => {
    const others = hours.days.filter((each) => each !== day);
    onChange({ ...hours, days: isChosen ? [...others, day].toSorted((a, b) => a - b) : others });
  };
  return (
    <div className="row row--wrap calendar__hours">
      <TimeField label={t("rule.from")} minutes={hours.from} onChange={(from) => onChange({ ...hours, from })} />
      <TimeField label={t("rule.to")} minutes={hours.to} onChange={(to) => onChange({ ...hours, to })} />
      <div className="row row--wrap" role="group" aria-labelledby={daysId}>
        <span className="sr" id={daysId}>
          {t("rule.days")}
        </span>
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            checked={hours.days.includes(day)}
            onChange={({ target }) => chooseDay(day, target.checked)}
            label={dayName.format(A_MONDAY + (day - 1) * DAY_MS)}
          />
        ))}
      </div>
    </div>
  );
}

type TimeProps = { label: string; minutes: number; onChange: (minutes: number) => void };

function TimeField({ label, minutes, onChange }: TimeProps) {
  const text = `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return (
    <Field label={label}>
      {(wiring) => (
        <input
          {...wiring}
          className="input num"
          type="time"
          value={text}
          onChange={({ target }) => {
            const [hour = Number.NaN, minute = Number.NaN] = target.value.split(":").map(Number);
            if (Number.isInteger(hour) && Number.isInteger(minute)) onChange(hour * 60 + minute);
          }}
        />
      )}
    </Field>
  );
}

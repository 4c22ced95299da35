import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useChoiceName } from "#app/i18n/language-choice.ts";
import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimePicker } from "#app/ui/date-time-picker/date-time-picker.tsx";
import { formatChosen, useDateTexts } from "#app/ui/date-time-picker/zoned-time.ts";
import { SelectField, type SelectOptions, type TemplateOptions } from "#app/ui/select.tsx";

type MeetingDetailsProps = {
  /** Names of the fields in the form. */
  fields: { date: string; language: string; template: string };
  at: number | null;
  onAt: (at: number | null) => void;
  /** The date that the name of the file gave; the calendar begins with it. */
  suggestedAt: number | null;
  language: LanguageChoice;
  languages: SelectOptions;
  templates: TemplateOptions;
  timeZone: string;
  locale: string;
  now: number;
  /** Whether the form was submitted. */
  isAsked: boolean;
  dateButton: RefObject<HTMLButtonElement>;
};

/** Date, language and template: a line that states them, and their controls in the specification's order once they are asked for. */
export function MeetingDetails(props: MeetingDetailsProps) {
  const { fields, at, language, templates, timeZone, locale, dateButton } = props;
  const { t } = useTranslation("upload");
  const nameOf = useChoiceName();
  const [isOpen, setOpen] = useState(false);
  const dateTexts = useDateTexts();
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The pressed button is gone, so the focus goes to the first control that it opened.
    if (isOpen && !wasOpen.current) dateButton.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, dateButton]);
  return (
    <>
      {!isOpen && (
        <div className="plain">
          <dl className="facts">
            <div>
              <dt>{t("field.when")}</dt>
              <dd>{at === null ? t("date.choose") : formatChosen(at, timeZone, locale)}</dd>
            </div>
            <div>
              <dt>{t("field.languageShort")}</dt>
              <dd>{nameOf(language)}</dd>
            </div>
            <div>
              <dt>{t("field.template")}</dt>
              <dd>{templates.options.find(({ value }) => value === templates.chosen)?.text}</dd>
            </div>
          </dl>
          <Button kind="quiet" aria-label={t("field.changeAll")} onClick={() => setOpen(true)}>
            {t("field.change")}
          </Button>
        </div>
      )}
      <div className="two" hidden={!isOpen}>
        <DateTimePicker
          key={`${timeZone} ${props.suggestedAt}`}
          defaultValue={at}
          onChange={props.onAt}
          timeZone={timeZone}
          locale={locale}
          now={props.now}
          texts={dateTexts}
          missing={props.isAsked}
          buttonRef={dateButton}
        />
        <input type="hidden" name={fields.date} value={at ?? ""} />
        <SelectField
          label={t("field.language")}
          name={fields.language}
          defaultValue={language}
          options={props.languages}
        />
        <SelectField
          // Before they are read, there is hardly anything to choose; then it is another list.
          key={templates.options.length}
          label={t("field.template")}
          name={fields.template}
          defaultValue={templates.chosen}
          options={templates.options}
          isFull
        />
      </div>
    </>
  );
}

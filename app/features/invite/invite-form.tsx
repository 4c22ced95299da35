import { getFormProps, useForm } from "@conform-to/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "#app/contracts/meeting-form.ts";
import { MEETING_LANGUAGE_DEFAULT, MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { type InviteValues, parseInviteForm } from "#app/features/invite/invite-schema.ts";
import { LinkField } from "#app/features/invite/link-field.tsx";
import type { Prefill } from "#app/features/invite/prefill.ts";
import { lastStepBefore } from "#app/ui/date-time-picker/chosen-time.ts";
import { DateTimePicker } from "#app/ui/date-time-picker/date-time-picker.tsx";
import { useDateTexts } from "#app/ui/date-time-picker/use-date-texts.ts";
import { SelectField } from "#app/ui/select-field.tsx";
import { TitleField } from "#app/ui/title-field.tsx";

type InviteFormProps = {
  id: string;
  isHidden: boolean;
  links: LinkRules;
  prefill: Prefill | null;
  firstName: string;
  onSubmit: (values: InviteValues) => void;
  /** A submit was tried; whether the link was what stood against it. */
  onRefused: (isLink: boolean) => void;
  /** The start that stands in the form, where there is one. */
  onStartsAt: (startsAt: number | null) => void;
  timeZone: string;
  locale: string;
  /** When the dialog was opened, epoch ms. */
  now: number;
};

/** §2, §5: title, date and time, meeting link, language, template. Its rules are those of the API. */
export function InviteForm(props: InviteFormProps) {
  const { id, isHidden, links, prefill, timeZone, locale, now } = props;
  const { t } = useTranslation("upload");
  const [at, setAt] = useState<number | null>(() => prefill?.meetingDate ?? lastStepBefore(now, timeZone));
  const [isAsked, setAsked] = useState(false);
  const dateButton = useRef<HTMLButtonElement>(null);
  const dateTexts = useDateTexts();
  const language = prefill?.meetLanguage ?? MEETING_LANGUAGE_DEFAULT;
  const [form, fields] = useForm({
    id,
    defaultValue: {
      meetingName: prefill?.meetingName ?? "",
      meetExtUrl: prefill?.meetExtUrl ?? "",
      meetLanguage: language,
      templateId: "",
    },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseInviteForm(formData, links),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status === "success") props.onSubmit(submission.value);
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setAsked(true);
    const read = parseInviteForm(new FormData(event.currentTarget), links);
    props.onRefused(read.status === "error" && read.error?.["meetExtUrl"] !== undefined);
    form.onSubmit(event);
    // The form kit brings the focus to a field that is wrong; it cannot see this one.
    if (at === null && fields.meetingName.valid && fields.meetExtUrl.valid) dateButton.current?.focus();
  };
  const choose = (next: number | null) => {
    setAt(next);
    props.onStartsAt(next);
  };
  const title = fieldError(fields.meetingName.errors);
  return (
    <form className="body" {...getFormProps(form)} onSubmit={onSubmit} hidden={isHidden}>
      <div className="two">
        <TitleField
          field={fields.meetingName}
          charsMax={MEETING_TITLE_CHARS_MAX}
          defaultValue={prefill?.meetingName}
          error={title === "title-missing" || title === "title-too-long" ? title : null}
        />
        <DateTimePicker
          key={timeZone}
          defaultValue={at}
          onChange={choose}
          timeZone={timeZone}
          locale={locale}
          now={now}
          texts={dateTexts}
          missing={isAsked}
          buttonRef={dateButton}
        />
        <input type="hidden" name={fields.meetingDate.name} value={at ?? ""} />
        <SelectField
          label={t("field.language")}
          name={fields.meetLanguage.name}
          defaultValue={language}
          options={MEETING_LANGUAGES.map((each) => ({ value: each, text: t(`meetingLanguage.${each}`) }))}
        />
        <LinkField
          field={fields.meetExtUrl}
          links={links}
          defaultValue={prefill?.meetExtUrl ?? ""}
          isAsked={isAsked}
          firstName={props.firstName}
        />
        <SelectField
          label={t("field.template")}
          name={fields.templateId.name}
          defaultValue=""
          options={[{ value: "", text: t("basicSystem") }]}
          isFull
        />
      </div>
    </form>
  );
}

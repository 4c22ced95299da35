import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { getFormProps, useForm } from "@conform-to/react";
import { fieldError } from "#app/contracts/meeting/meeting-form.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { saveLastLanguage, useLanguageChoices } from "#app/i18n/language-choice.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";
import { type InviteValues, parseInviteForm } from "#app/features/invite/invite-schema.ts";
import type { Prefill } from "#app/features/invite/prefill.ts";
import { DateTimePicker } from "#app/ui/date-time-picker/date-time-picker.tsx";
import { lastStepBefore, useDateTexts } from "#app/ui/date-time-picker/zoned-time.ts";
import { FieldError } from "#app/ui/field.tsx";
import { TitleField } from "#app/ui/title-field.tsx";
import { SelectField, type TemplateOptions } from "#app/ui/select.tsx";

type LinkFieldProps = {
  field: { id: string; name: string };
  links: LinkRules;
  /** The initial text. */
  defaultValue: string;
  /** A submit was tried: from then on an empty field is an error, too. */
  isAsked: boolean;
  /** The first name of the person for whom the bot joins. */
  firstName: string;
};

/** §5: names the platform as soon as the link is valid; otherwise shows an error with the links that are accepted. */
function LinkField({ field, links, defaultValue, isAsked, firstName }: LinkFieldProps) {
  const { t } = useTranslation(["invite", "call"]);
  const [text, setText] = useState(defaultValue);
  const [wasLeft, setLeft] = useState(defaultValue !== "");
  const read = readMeetingLink(text, links);
  // No error is shown while the user types; a pasted link is checked at once.
  const isWrong = !read.ok && (text.trim() === "" ? isAsked : wasLeft || isAsked);
  const errorId = `${field.id}-error`;
  const hintId = `${field.id}-hint`;
  return (
    <div className="field full">
      <label htmlFor={field.id}>{t("link")}</label>
      <input
        className="input"
        id={field.id}
        name={field.name}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MEETING_LINK_CHARS_MAX}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={() => setLeft(true)}
        onBlur={() => {
          setLeft(text.trim() !== "");
          if (read.ok) setText(withScheme(text));
        }}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${errorId} ${hintId}` : hintId}
      />
      {isWrong && (
        <FieldError id={errorId}>
          <span className="cap">{t("invalidUrl")}</span>
        </FieldError>
      )}
      <p className="hint" id={hintId}>
        {hint()}
      </p>
    </div>
  );

  function hint(): string {
    if (read.ok) {
      const name = firstName === "" ? t("botAlone") : t("bot", { name: firstName });
      return t("named", { platform: t(`call:platform.${read.value.platform}`), bot: name });
    }
    if (isWrong && read.reason === "personal-room") return t("personalRoom");
    if (isWrong && read.reason === "two-links") return t("twoLinks");
    return isWrong ? t("whatFits") : t("whatFitsShort");
  }
}

type InviteFormProps = {
  id: string;
  isHidden: boolean;
  links: LinkRules;
  prefill: Prefill | null;
  templates: TemplateOptions;
  /** That of the team's meetings; null where it has said none. */
  languages: { meetingLanguage: MeetingLanguage | null; hearsLanguage: boolean };
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
  const languages = useLanguageChoices(props.languages);
  const language = prefill?.meetLanguage ?? languages.first;
  const [form, fields] = useForm({
    id,
    defaultValue: {
      meetingName: prefill?.meetingName ?? "",
      meetExtUrl: prefill?.meetExtUrl ?? "",
      meetLanguage: language,
      templateId: props.templates.chosen,
    },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseInviteForm(formData, links),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== "success") return;
      saveLastLanguage(submission.value.meetLanguage);
      props.onSubmit(submission.value);
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
          options={languages.options}
        />
        <LinkField
          field={fields.meetExtUrl}
          links={links}
          defaultValue={prefill?.meetExtUrl ?? ""}
          isAsked={isAsked}
          firstName={props.firstName}
        />
        <SelectField
          // Before they are read, there is hardly anything to choose; then it is another list.
          key={props.templates.options.length}
          label={t("field.template")}
          name={fields.templateId.name}
          defaultValue={props.templates.chosen}
          options={props.templates.options}
          isFull
        />
      </div>
    </form>
  );
}

import { getFormProps, useForm } from "@conform-to/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "#app/contracts/meeting-form.ts";
import { MEETING_LANGUAGE_DEFAULT, MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { chooseFiles, type Recording } from "#app/features/upload/form/chosen-file.ts";
import { isTranscriptName } from "#app/features/upload/form/chosen-transcript.ts";
import { OtherKindField } from "#app/features/upload/form/other-kind-field.tsx";
import { chooseOther } from "#app/features/upload/form/other-kind.ts";
import { RecordingField } from "#app/features/upload/form/recording-field.tsx";
import { TranscriptField } from "#app/features/upload/form/transcript-field.tsx";
import { parseUploadForm } from "#app/features/upload/form/upload-schema.ts";
import type { TranscriptChoice } from "#app/features/upload/form/use-transcript.ts";
import type { Continued } from "#app/features/upload/send/continued.ts";
import { UploadFailureNotice } from "#app/features/upload/send/upload-failure.tsx";
import type { UploadFailure } from "#app/features/upload/send/upload-flow.ts";
import type { UploadValues } from "#app/features/upload/send/upload-payload.ts";
import type { UploadFiles } from "#app/features/upload/send/use-upload.ts";
import { DateTimePicker } from "#app/ui/date-time-picker/date-time-picker.tsx";
import { lastStepBefore, useDateTexts } from "#app/ui/date-time-picker/zoned-time.ts";
import { TitleField } from "#app/ui/title-field.tsx";
import { SelectField } from "#app/ui/select.tsx";

type UploadFormProps = {
  id: string;
  /** True during an upload: the form is hidden, not removed, so that its values are kept. */
  isHidden: boolean;
  /** The failure of the last try. */
  failure: UploadFailure | null;
  recording: Recording;
  onRecording: (recording: Recording) => void;
  transcript: TranscriptChoice;
  /** The unfinished upload to continue; its file has to be chosen again. */
  continued: Continued | null;
  /** The form's values from before the dialog was closed during an upload that has stopped since. */
  filled: UploadValues | null;
  onSubmit: (values: UploadValues, files: UploadFiles) => void;
  timeZone: string;
  locale: string;
  /** When the dialog was opened, epoch ms. */
  now: number;
};

/** §5: the upload form. It uses the rules of the API's contract; the file has rules of its own. */
export function UploadForm(props: UploadFormProps) {
  const { id, isHidden, recording, onRecording, continued, filled, timeZone, locale, now } = props;
  const { transcript } = props.transcript;
  const { t } = useTranslation("upload");
  const [at, setAt] = useState<number | null>(() => filled?.meetingDate ?? lastStepBefore(now, timeZone));
  const [isAsked, setAsked] = useState(false);
  const dateButton = useRef<HTMLButtonElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const otherInput = useRef<HTMLInputElement>(null);
  const transcriptInput = useRef<HTMLInputElement>(null);
  const dateTexts = useDateTexts();
  const [title] = useState(filled?.meetingName ?? continued?.title);
  const [language] = useState(filled?.meetLanguage ?? MEETING_LANGUAGE_DEFAULT);
  const [form, fields] = useForm({
    id,
    defaultValue: { meetingName: title ?? "", meetLanguage: language, templateId: "" },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseUploadForm(formData),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== "success") return;
      // §4: nothing happens if no file is chosen.
      if (recording.name === "refused-other") otherInput.current?.focus();
      else if (recording.name !== "chosen") fileInput.current?.focus();
      // A transcript that cannot be used, or is still being read, is never left out without notice.
      else if (transcript.name === "refused" || transcript.name === "reading") transcriptInput.current?.focus();
      else
        props.onSubmit(submission.value, {
          recording: recording.file,
          transcript: transcript.name === "chosen" ? transcript : null,
        });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setAsked(true);
    form.onSubmit(event);
    // The form library focuses invalid fields, but it does not know this one.
    if (at === null && fields.meetingName.valid) dateButton.current?.focus();
  };
  /** Recording and transcript may be dropped together, anywhere. */
  const onFiles = (files: readonly File[]) => {
    const transcripts = files.filter(({ name }) => isTranscriptName(name));
    const [only] = transcripts;
    const videos = files.length - transcripts.length;
    if (!only || transcripts.length > 1 || videos > 1) return onRecording(chooseFiles(files, recording));
    props.transcript.choose(only);
    if (videos === 1)
      onRecording(
        chooseFiles(
          files.filter((file) => file !== only),
          recording,
        ),
      );
  };
  return (
    <form className="body" {...getFormProps(form)} onSubmit={onSubmit} hidden={isHidden}>
      {props.failure !== null && <UploadFailureNotice failure={props.failure} />}
      {continued && <p className="note">{t("unfinished.choose", { name: continued.fileName })}</p>}
      <div className="two">
        <TitleField
          field={fields.meetingName}
          charsMax={MEETING_TITLE_CHARS_MAX}
          defaultValue={title}
          error={titleError(fields.meetingName.errors)}
        />
        <DateTimePicker
          key={timeZone}
          defaultValue={at}
          onChange={setAt}
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
          options={MEETING_LANGUAGES.map((language) => ({ value: language, text: t(`meetingLanguage.${language}`) }))}
        />
        <SelectField
          label={t("field.template")}
          name={fields.templateId.name}
          defaultValue=""
          options={[{ value: "", text: t("basicSystem") }]}
          isFull
        />
        <RecordingField
          recording={recording}
          onFiles={onFiles}
          onRemove={() => onRecording({ name: "none" })}
          isEnabled={!isHidden}
          isAskedFor={isAsked}
          inputRef={fileInput}
        />
        <OtherKindField
          recording={recording}
          onFiles={(files) => onRecording(chooseOther(files, recording))}
          inputRef={otherInput}
        />
        <TranscriptField choice={props.transcript} inputRef={transcriptInput} />
        <p className="hint full">{t("consent")}</p>
      </div>
    </form>
  );
}

function titleError(errors: readonly string[] | undefined) {
  const error = fieldError(errors);
  return error === "title-missing" || error === "title-too-long" ? error : null;
}

import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link, useLocation } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { fieldError, meetingFormFields } from "#app/contracts/meeting/meeting-form.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { chooseFiles, type Recording, sortFiles } from "#app/features/upload/form/chosen-file.ts";
import type { ChosenTranscript } from "#app/features/upload/form/chosen-transcript.ts";
import { useLanguageChoices } from "#app/i18n/language-choice.ts";
import { MeetingDetails } from "#app/features/upload/form/meeting-details.tsx";
import { type NameFacts, readFileName } from "#app/features/upload/form/read-file-name.ts";
import { readRecordingTime } from "#app/features/upload/form/recording-time.ts";
import { RecordingField } from "#app/features/upload/form/recording-field.tsx";
import type { TranscriptChoice } from "#app/features/upload/form/use-transcript.ts";
import type { Continued } from "#app/features/upload/send/continued.ts";
import { SpeechOutlook } from "#app/features/upload/form/speech-outlook.tsx";
import { UploadFailureNotice } from "#app/features/upload/send/upload-failure.tsx";
import type { UploadFailure } from "#app/features/upload/send/upload-flow.ts";
import type { UploadValues } from "#app/features/upload/send/upload-payload.ts";
import type { UploadFiles } from "#app/features/upload/send/use-upload.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lastStepBefore } from "#app/ui/date-time-picker/zoned-time.ts";
import type { TemplateOptions } from "#app/ui/select.tsx";
import { TitleField } from "#app/ui/title-field.tsx";

type UploadFormProps = {
  id: string;
  /** The failure of the last try. */
  failure: UploadFailure | null;
  recording: Recording;
  onRecording: (recording: Recording) => void;
  transcript: TranscriptChoice;
  /** The unfinished upload to continue; its file has to be chosen again. */
  continued: Continued | null;
  /** The values of the last submit: the form is gone while an upload runs, and comes back with them when it fails. */
  filled: UploadValues | null;
  templates: TemplateOptions;
  /** That of the team's meetings; null where it has said none. */
  languages: { meetingLanguage: MeetingLanguage | null; hearsLanguage: boolean };
  onSubmit: (values: UploadValues, files: UploadFiles) => void;
  timeZone: string;
  locale: string;
  /** When the dialog was opened, epoch ms. */
  now: number;
};

function Beginning({ failure, continued }: Pick<UploadFormProps, "failure" | "continued">) {
  const { t } = useTranslation("upload");
  return (
    <>
      {failure !== null && <UploadFailureNotice failure={failure} />}
      {continued && <p className="note">{t("unfinished.choose", { name: continued.fileName })}</p>}
    </>
  );
}

/** §5: the upload form. It uses the rules of the API's contract; the files have rules of their own. */
export function UploadForm(props: UploadFormProps) {
  const { id, recording, continued, filled, timeZone, locale, now } = props;
  const templates = filled ? { ...props.templates, chosen: filled.templateId ?? "" } : props.templates;
  const { transcript } = props.transcript;
  const { t } = useTranslation("upload");
  const [isAsked, setAsked] = useState(false);
  const dateButton = useRef<HTMLButtonElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<number | null>(() => filled?.meetingDate ?? lastStepBefore(now, timeZone));
  const languages = useLanguageChoices(props.languages);
  const [language] = useState(() => filled?.meetLanguage ?? languages.first);
  const [title] = useState(filled?.meetingName ?? continued?.title ?? "");
  // The input keeps its own text, so another suggestion is another input. It answers "Write a title.".
  const suggested = useSuggested({ title, at, isOwn: title !== "" });
  const takeFacts = useFileFacts({ suggested, timeZone, now, onAt: setAt });
  const [form, fields] = useForm({
    id,
    defaultValue: { meetingName: title, meetLanguage: language, templateId: templates.chosen },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseUploadForm(formData),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== "success") return;
      const files = readyFiles(recording, transcript);
      if (files === null) fileInput.current?.focus();
      else props.onSubmit(submission.value, files);
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setAsked(true);
    form.onSubmit(event);
    // The form library focuses invalid fields, but it does not know this one.
    if (at === null && fields.meetingName.valid) dateButton.current?.focus();
  };
  const onFiles = (files: readonly File[]) => {
    const chosen = takeFiles(files, props);
    if (chosen !== null) void takeFacts(chosen);
  };
  const titleName = fields.meetingName.name;
  return (
    <form
      className="body"
      {...getFormProps(form)}
      onSubmit={onSubmit}
      onInput={({ target }) => target instanceof HTMLInputElement && target.name === titleName && suggested.keepTitle()}
    >
      <Beginning failure={props.failure} continued={continued} />
      <RecordingField
        {...{ recording, transcript, onFiles }}
        onRemove={(what) => (what === "recording" ? props.onRecording({ name: "none" }) : props.transcript.remove())}
        isAskedFor={isAsked}
        inputRef={fileInput}
      />
      <TitleField
        key={suggested.title}
        field={fields.meetingName}
        charsMax={MEETING_TITLE_CHARS_MAX}
        defaultValue={suggested.title}
        error={suggested.from === null ? titleError(fields.meetingName.errors) : null}
        hint={suggested.from === null ? undefined : t(`fromName.${suggested.from}`)}
        isFirst={false}
      />
      <MeetingDetails
        {...{ at, language, languages: languages.options, templates, timeZone, locale, now, isAsked, dateButton }}
        fields={{ date: fields.meetingDate.name, language: fields.meetLanguage.name, template: fields.templateId.name }}
        onAt={(next) => {
          suggested.keepDate();
          setAt(next);
        }}
        suggestedAt={suggested.at}
      />
      <SpeechOutlook language={fields.meetLanguage.value ?? language} />
      <p className="hint">{t("consent")}</p>
      <ImportInstead />
    </form>
  );
}

/**
 * §4: nothing happens if no file is chosen. A transcript that cannot be used, or is still being read, is never left out without
 * notice. Null then.
 */
function readyFiles(recording: Recording, transcript: ChosenTranscript): UploadFiles | null {
  if (recording.name !== "chosen" || transcript.name === "refused" || transcript.name === "reading") return null;
  return { recording: recording.file, transcript: transcript.name === "chosen" ? transcript : null };
}

type Choices = Pick<UploadFormProps, "recording" | "onRecording" | "transcript">;

/** Takes files that were chosen or dropped together. Returns the recording that is chosen by that, if one is. */
function takeFiles(files: readonly File[], { recording, onRecording, transcript }: Choices): File | null {
  const sorted = sortFiles(files);
  if (sorted.transcript) transcript.choose(sorted.transcript);
  const chosen = chooseFiles(sorted.recordings, recording);
  if (chosen === recording) return null;
  onRecording(chosen);
  return chosen.name === "chosen" ? chosen.file : null;
}

function titleError(errors: readonly string[] | undefined) {
  const error = fieldError(errors);
  return error === "title-missing" || error === "title-too-long" ? error : null;
}

/** Reads the form's fields, which are all text, into values or the names of what is not right. The file has rules of its own. */
export function parseUploadForm(formData: FormData) {
  return parseWithZod(formData, { schema: meetingFormFields });
}

function ImportInstead() {
  const { t } = useTranslation("upload");
  const { pathname } = useLocation();
  return (
    <p className="hint">
      {t("importBeside")}{" "}
      <Link to={`${pathname}?import=1`} preventScrollReset replace>
        {t("importLink")}
      </Link>
    </p>
  );
}

type FactsInput = Pick<UploadFormProps, "timeZone" | "now"> & {
  suggested: ReturnType<typeof useSuggested>;
  onAt: (at: number) => void;
};

/** Suggests title and date by the name of a recording; where the name has no date, by the file itself. The last choice counts. */
function useFileFacts({ suggested, timeZone, now, onAt }: FactsInput): (file: File) => Promise<void> {
  const latest = useRef<File | null>(null);
  return async (file) => {
    latest.current = file;
    const read = readFileName(file.name, { timeZone, now });
    if (suggested.take(read) && read.at !== null) onAt(read.at);
    const madeAt = read.at === null ? await readRecordingTime(file, { timeZone, now }) : null;
    if (madeAt !== null && latest.current === file && suggested.take({ title: "", at: madeAt })) onAt(madeAt);
  };
}

type Suggested = { title: string; at: number | null; from: "title" | "titleAndDate" | null };

/** Title and date from the name of the recording. They never replace anything that a person wrote or chose. */
export function useSuggested({ title, at, isOwn }: { title: string; at: number | null; isOwn: boolean }) {
  const [suggested, setSuggested] = useState<Suggested>({ title, at, from: null });
  const own = useRef({ title: isOwn, date: isOwn });
  return {
    ...suggested,
    /** Returns whether the date is taken from the name. */
    take(read: NameFacts): boolean {
      const takesTitle = !own.current.title && read.title !== "";
      const takesDate = !own.current.date && read.at !== null;
      setSuggested((before) => ({
        title: takesTitle ? read.title : before.title,
        at: takesDate ? read.at : before.at,
        from: takesTitle ? (takesDate ? "titleAndDate" : "title") : own.current.title ? null : before.from,
      }));
      return takesDate;
    },
    keepTitle() {
      own.current.title = true;
      setSuggested((before) => (before.from === null ? before : { ...before, from: null }));
    },
    keepDate() {
      own.current.date = true;
    },
  };
}

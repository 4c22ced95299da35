import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigate } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import * as z from "zod/mini";
import type { CreditsResponse } from "#app/contracts/billing.ts";
import { fieldError, meetingFormFields } from "#app/contracts/meeting/meeting-form.ts";
import { HERE_SOURCES, type HereSource } from "#app/domain/here/here.ts";
import { randomId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { listLacks, readCapabilities } from "#app/features/here/capture/capabilities.ts";
import { MicrophoneField } from "#app/features/here/dialog/microphone-field.tsx";
import { SourceChoice } from "#app/features/here/dialog/source-choice.tsx";
import { usePreview } from "#app/features/here/dialog/use-preview.ts";
import { type BeginProblem, beginRecording } from "#app/features/here/session/begin-recording.ts";
import { isRecordingNow } from "#app/features/here/session/run-session.ts";
import { firstNameOf } from "#app/features/here/session/use-person.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { saveLastLanguage, useLanguageChoices } from "#app/i18n/language-choice.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SelectField, type TemplateOptions } from "#app/ui/select.tsx";
import { TitleField } from "#app/ui/title-field.tsx";
import "#app/features/here/here.css";

export type RecordDialogProps = {
  user: {
    id: string;
    name: string;
    email: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
  };
  templates: TemplateOptions;
  credits: CreditsResponse | null;
  locale: Locale;
  timeZone: string;
  /** Shown instead of the dialog when the plan has no recordings left. */
  limit: ReactNode;
  onClose: () => void;
};

const FORM_ID = "record-here";

/** "Record here": what is recorded, whether it is heard, and that everybody knows. Rendered in the browser only. */
export function RecordDialog(props: RecordDialogProps) {
  const { user, credits, limit, onClose } = props;
  const { t } = useTranslation(["recordHere", "common", "invite"]);
  const [capabilities] = useState(() => readCapabilities(window));
  const lacks = listLacks(capabilities);
  const [source, setSource] = useState<HereSource>(capabilities.tab ? "both" : "microphone");
  const [hasConsent, setConsent] = useState(false);
  const preview = usePreview(source);
  const { problem, isBusy, start } = useStart(props, preview);
  const recordings = credits?.usage.recordings ?? null;
  if (problem === "limit-reached" || credits?.freeCreditsEnableToRecord === false) return limit;
  const isImpossible = lacks.includes("no-recording") || lacks.includes("no-store") || isRecordingNow();
  const isReady = preview.isReady && preview.problem === null;
  return (
    <Dialog
      open
      title={<span className="cap">{t("action")}</span>}
      onClose={onClose}
      footer={
        <>
          <span className="hint grow num">
            {recordings &&
              recordings.limit !== null &&
              t("invite:used", { used: recordings.used, limit: recordings.limit })}
          </span>
          <Button kind="quiet" large onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          {!isImpossible && (
            <Button kind="primary" large type="submit" form={FORM_ID} busy={isBusy} disabled={!hasConsent || !isReady}>
              {t("start")}
            </Button>
          )}
        </>
      }
    >
      {isImpossible ? (
        <div className="body">
          <Notice role="status">
            {t(isRecordingNow() ? "problem.other-tab" : `lack.${lacks[0] ?? "no-recording"}`)}
          </Notice>
        </div>
      ) : (
        <RecordForm
          {...props}
          onSubmit={start}
          above={
            <>
              <SourceChoice
                name="source"
                source={source}
                firstName={firstNameOf(user)}
                capabilities={capabilities}
                onChoose={setSource}
              />
              {lacks.map((lack) => (
                <p key={lack} className="note muted">
                  {t(`lack.${lack}`)}
                </p>
              ))}
              <MicrophoneField preview={preview} source={source} />
            </>
          }
          below={
            <>
              <Checkbox
                checked={hasConsent}
                onChange={(event) => setConsent(event.currentTarget.checked)}
                label={
                  <>
                    {t("consent")} <span className="note muted here-sentence">{t("sentence")}</span>
                  </>
                }
              />
              {problem !== null && <FieldError>{t(`problem.${problem}`)}</FieldError>}
            </>
          }
        />
      )}
    </Dialog>
  );
}

function useStart({ user, timeZone }: RecordDialogProps, preview: ReturnType<typeof usePreview>) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<BeginProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The same content again, after a failure, makes no second meeting.
  const submission = useRef<{ content: string; key: string } | null>(null);
  const run = async (values: HereValues) => {
    if (preview.capture === null || isBusy) return;
    setBusy(true);
    setProblem(null);
    const content = JSON.stringify(values);
    if (submission.current?.content !== content) submission.current = { content, key: randomId() };
    const begun = await beginRecording({
      capture: preview.capture,
      person: user,
      values: { ...values, timeZone, clientKey: submission.current.key, consented: true },
    });
    setBusy(false);
    if (!begun.ok) return setProblem(begun.problem);
    preview.keep();
    navigate(`/${begun.meetId}`);
  };
  return { problem, isBusy, start: (values: HereValues) => void run(values) };
}

type FormProps = RecordDialogProps & { onSubmit: (values: HereValues) => void; above: ReactNode; below: ReactNode };

function RecordForm({ user, templates, locale, timeZone, onSubmit, above, below }: FormProps) {
  const { t } = useTranslation(["upload", "recordHere"]);
  const [title] = useState(() => t("recordHere:untitled", { when: formatDateTime(Date.now(), locale, timeZone) }));
  const [languages] = useState(useLanguageChoices(user));
  const [form, fields] = useForm({
    id: FORM_ID,
    defaultValue: {
      meetingName: title,
      meetLanguage: languages.first,
      templateId: templates.chosen,
    },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseHereForm(formData),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== "success") return;
      saveLastLanguage(submission.value.meetLanguage);
      onSubmit(submission.value);
    },
  });
  const error = fieldError(fields.meetingName.errors);
  return (
    <form className="body" {...getFormProps(form)}>
      {above}
      <div className="two">
        <TitleField
          field={fields.meetingName}
          charsMax={MEETING_TITLE_CHARS_MAX}
          defaultValue={title}
          error={error === "title-missing" || error === "title-too-long" ? error : null}
          isFirst={false}
        />
        <SelectField
          label={t("field.language")}
          name={fields.meetLanguage.name}
          defaultValue={languages.first}
          options={languages.options}
        />
        <SelectField
          key={templates.options.length}
          label={t("field.template")}
          name={fields.templateId.name}
          defaultValue={templates.chosen}
          options={templates.options}
        />
      </div>
      {below}
    </form>
  );
}

const hereForm = z.extend(z.pick(meetingFormFields, { meetingName: true, meetLanguage: true, templateId: true }), {
  source: z.enum(HERE_SOURCES),
});
export type HereValues = z.infer<typeof hereForm>;

export function parseHereForm(formData: FormData) {
  return parseWithZod(formData, { schema: hereForm });
}

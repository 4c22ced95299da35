import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { Recording } from "#app/features/upload/chosen-file.ts";
import { readContinued } from "#app/features/upload/continued.ts";
import { FormFoot, SendingFoot } from "#app/features/upload/dialog-feet.tsx";
import { LimitDialog } from "#app/features/upload/limit-dialog.tsx";
import type { UploadState } from "#app/features/upload/upload-flow.ts";
import { UploadForm } from "#app/features/upload/upload-form.tsx";
import type { UploadValues } from "#app/features/upload/upload-payload.ts";
import { UploadProgress } from "#app/features/upload/upload-progress.tsx";
import { useCredits } from "#app/features/upload/use-credits.ts";
import { useTranscript } from "#app/features/upload/use-transcript.ts";
import { useProgressTitle } from "#app/features/upload/use-progress-title.ts";
import { type UploadFiles, useUpload } from "#app/features/upload/use-upload.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { formatChosen } from "#app/ui/date-time-picker/format-chosen.ts";

type UploadDialogProps = {
  onClose: () => void;
  user: { name: string; email: string | null };
  locale: string;
  timeZone: string;
};

const FORM_ID = "upload";

/** §2, §4: the upload modal. Rendered in the browser only; loaded when it is asked for. */
export default function UploadDialog({ onClose, user, locale, timeZone }: UploadDialogProps) {
  const { t } = useTranslation("upload");
  const credits = useCredits();
  const { state, holdsReservation, submit, cancel, pause, goOn } = useUpload({ user, timeZone });
  const [now] = useState(Date.now);
  const [recording, setRecording] = useState<Recording>({ name: "none" });
  const transcript = useTranscript();
  const { state: given } = useLocation();
  const [continued] = useState(() => readContinued(given));
  const [sent, setSent] = useState<{ values: UploadValues; fileNames: string[] } | null>(null);
  useArrival(state);
  useProgressTitle(state);

  const isForm = state.name === "form";
  const meter = "meter" in state ? state.meter : null;
  const way = state.name === "sending" ? state.way : "whole";
  // The last of the plan's uploads is this dialog's own, once it has been reserved.
  const hasNoneLeft = isForm && credits?.freeCreditsEnableToUpload === false && !holdsReservation;
  const isLimit = state.name === "limit-reached" || hasNoneLeft;
  const onRecording = (next: Recording) => {
    if (next.name === "chosen") track("upload tape");
    setRecording(next);
  };
  const start = (values: UploadValues, files: UploadFiles) => {
    track("summarize tape");
    setSent({ values, fileNames: [files.recording, files.transcript?.file].flatMap((file) => file?.name ?? []) });
    submit(values, files);
  };

  const detailsOf = ({ meetingDate, meetLanguage }: UploadValues) => {
    const when = formatChosen(meetingDate, timeZone, locale);
    return [when, t(`meetingLanguage.${meetLanguage}`), t("basicSystem")].join(" · ");
  };

  if (isLimit) return <LimitDialog onClose={onClose} />;
  const foot = isForm ? (
    <FormFoot
      formId={FORM_ID}
      uploads={credits?.meetCount.uploadMeets ?? null}
      isBack={sent !== null}
      onClose={onClose}
    />
  ) : (
    <SendingFoot
      pausing={way === "whole" ? null : { isPaused: way === "paused", onPause: pause, onGoOn: goOn }}
      onCancel={cancel}
      isChecking={state.name === "finishing"}
    />
  );
  const title = <span className="cap">{t("title")}</span>;
  return (
    // Nothing but its own button ends an upload: Escape by accident would cost 2 GB.
    <Dialog key="upload" open title={title} onClose={onClose} closable={isForm} footer={foot}>
      <UploadForm
        id={FORM_ID}
        isHidden={!isForm}
        failure={isForm ? state.failure : null}
        recording={recording}
        onRecording={onRecording}
        transcript={transcript}
        continued={continued}
        onSubmit={start}
        timeZone={timeZone}
        locale={locale}
        now={now}
      />
      {meter !== null && sent !== null && (
        <UploadProgress
          stage={state.name === "sending" || state.name === "finishing" ? state.name : "starting"}
          way={way}
          meter={meter}
          title={sent.values.meetingName}
          details={detailsOf(sent.values)}
          fileNames={sent.fileNames}
        />
      )}
    </Dialog>
  );
}

/** §4: on success the modal closes and the user goes to the meeting. */
function useArrival(state: UploadState): void {
  const navigate = useNavigate();
  const meetId = state.name === "arrived" ? state.meetId : null;
  useEffect(() => {
    // In place of the dialog's own entry: going back leads to where it was opened.
    if (meetId !== null) navigate(`/${meetId}`, { replace: true });
  }, [meetId, navigate]);
}

import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { track } from "#app/analytics/track.ts";
import type { CreditsResponse } from "#app/contracts/billing.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { UPLOADS_QUEUED_MAX } from "#app/domain/limits/imports.ts";
import { UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { checkFiles, type Recording } from "#app/features/upload/form/chosen-file.ts";
import { FormFoot } from "#app/features/upload/form/form-foot.tsx";
import { saveLastLanguage } from "#app/i18n/language-choice.ts";
import { UploadForm } from "#app/features/upload/form/upload-form.tsx";
import { useTranscript } from "#app/features/upload/form/use-transcript.ts";
import { UploadLine, useStageText } from "#app/features/upload/line/upload-line.tsx";
import { readContinued } from "#app/features/upload/send/continued.ts";
import { isSubmitted, type UploadState } from "#app/features/upload/send/upload-flow.ts";
import { percentSent } from "#app/features/upload/send/upload-meter.ts";
import type { UploadValues } from "#app/features/upload/send/upload-payload.ts";
import { SeveralUploads } from "#app/features/upload/several/several-uploads.tsx";
import { UploadCard } from "#app/features/upload/send/upload-card.tsx";
import { useUploadAround } from "#app/features/upload/send/use-upload-around.ts";
import { type UploadFiles, useUpload } from "#app/features/upload/send/use-upload.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { TemplateOptions } from "#app/ui/select.tsx";

export type UploadDialogProps = {
  /** Closed, it stands as a line at the foot of the page for as long as its file is being sent. Open, it is a small card then. */
  isOpen: boolean;
  onClose: () => void;
  /** Whether there is something to be kept when it is closed. */
  onHeld: (isHeld: boolean) => void;
  user: {
    id: string;
    name: string;
    email: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
  };
  templates: TemplateOptions;
  /** Use of the plan; null until it is known. */
  credits: CreditsResponse | null;
  /** Replaces the form when the limit of the plan is reached. */
  limit: ReactNode;
  locale: string;
  timeZone: string;
};

type Sent = { values: UploadValues; fileNames: string[]; isInParts: boolean };

const FORM_ID = "upload";

/** §2, §4: the upload modal. Rendered in the browser only; loaded when it is asked for. */
export function UploadDialog(props: UploadDialogProps) {
  const { isOpen, onClose, onHeld, user, credits, limit, locale, timeZone } = props;
  const { t } = useTranslation("upload");
  const { state, holdsReservation, submit, cancel, pause, goOn } = useUpload({ user, timeZone });
  const [now] = useState(Date.now);
  const [recording, setRecording] = useState<Recording>({ name: "none" });
  const transcript = useTranscript();
  const { state: given } = useLocation();
  const [continued] = useState(() => readContinued(given));
  const [several, setSeveral] = useState<readonly File[] | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const sentTitle = sent?.values.meetingName ?? "";
  useUploadAround({ state, isOpen, onHeld, userId: user.id, title: sentTitle });

  const isForm = state.name === "form";
  // The last of the plan's uploads is this dialog's own, once it has been reserved.
  const hasNoneLeft = isForm && credits?.freeCreditsEnableToUpload === false && !holdsReservation;
  const isLimit = state.name === "limit-reached" || hasNoneLeft;
  const onRecording = (next: Recording) => {
    if (next.name === "chosen") track("upload tape");
    if (next.name === "refused" && isQueue(next.files)) return setSeveral(next.files);
    setRecording(next);
  };
  const start = (values: UploadValues, files: UploadFiles) => {
    track("summarize tape");
    saveLastLanguage(values.meetLanguage);
    setSent({
      values,
      fileNames: [files.recording, files.transcript?.file].flatMap((file) => file?.name ?? []),
      isInParts: files.recording.size > UPLOAD_WHOLE_BYTES_MAX,
    });
    submit(values, files);
  };

  if (several !== null) {
    const { templates } = props;
    return (
      <SeveralUploads
        files={several}
        {...{ isOpen, onClose, onHeld, user, templates, timeZone, now }}
        onOver={() => setSeveral(null)}
      />
    );
  }
  if (!isOpen) return sent && <OwnUploadLine state={state} title={sentTitle} />;
  if (isLimit) return limit;
  if (isSubmitted(state) && sent !== null) {
    const actions = { onSmall: onClose, onPause: pause, onGoOn: goOn, onCancel: cancel };
    return <UploadCard state={state} title={sentTitle} {...sent} {...actions} />;
  }
  const uploads = credits?.usage.uploads ?? null;
  const foot = <FormFoot formId={FORM_ID} uploads={uploads} isBack={sent !== null} onClose={onClose} />;
  const title = <span className="cap">{t("title")}</span>;
  return (
    <Dialog key="upload" open title={title} onClose={onClose} footer={foot}>
      <UploadForm
        id={FORM_ID}
        failure={isForm ? state.failure : null}
        recording={recording}
        onRecording={onRecording}
        transcript={transcript}
        continued={continued}
        filled={sent?.values ?? null}
        templates={props.templates}
        languages={user}
        onSubmit={start}
        timeZone={timeZone}
        locale={locale}
        now={now}
      />
    </Dialog>
  );
}

/** Whether files that were chosen together are recordings, each of which can be sent. */
function isQueue(files: readonly File[]): boolean {
  return files.length > 1 && files.length <= UPLOADS_QUEUED_MAX && files.every((file) => checkFiles([file]).ok);
}

/** This tab's upload while its dialog is closed. */
function OwnUploadLine({ state, title }: { state: UploadState; title: string }) {
  const { t } = useTranslation("upload");
  const { pathname } = useLocation();
  const line = useLine(state);
  if (line === null) return null;
  return (
    <UploadLine title={title} {...line}>
      <Link
        className={buttonClass("line")}
        to={`${pathname}?upload=1`}
        preventScrollReset
        aria-label={t("line.showOf", { title })}
      >
        {t("line.show")}
      </Link>
    </UploadLine>
  );
}

function useLine(state: UploadState): { text: string; percent: number | null } | null {
  const { t } = useTranslation(["upload", "common"]);
  const stageText = useStageText();
  switch (state.name) {
    case "sending": {
      const percent = percentSent(state.meter);
      if (state.way === "down") return { text: t("progress.stalled"), percent };
      if (state.way === "paused") return { text: t("progress.paused"), percent };
      const stage = state.sound === "going" ? "sound" : state.way === "whole" ? "whole" : "video";
      return { text: stageText(stage, percent), percent };
    }
    case "starting":
    case "finishing":
      return { text: t("line.checking"), percent: null };
    case "form":
      return state.failure && { text: t("line.stopped"), percent: null };
    case "limit-reached":
      return { text: t("common:error.limitReached"), percent: null };
    case "arrived":
      return null;
    default:
      return assertNever(state);
  }
}

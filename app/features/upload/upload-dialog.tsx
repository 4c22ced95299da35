import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Recording } from "#app/features/upload/chosen-file.ts";
import { FormFoot, LimitFoot, SendingFoot } from "#app/features/upload/dialog-feet.tsx";
import { LimitReached } from "#app/features/upload/limit-reached.tsx";
import { UploadForm } from "#app/features/upload/upload-form.tsx";
import type { UploadValues } from "#app/features/upload/upload-payload.ts";
import { UploadProgress } from "#app/features/upload/upload-progress.tsx";
import { useCredits } from "#app/features/upload/use-credits.ts";
import { useUpload } from "#app/features/upload/use-upload.ts";
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
  const navigate = useNavigate();
  const credits = useCredits();
  const { state, holdsReservation, submit, cancel } = useUpload({ user, timeZone });
  const [now] = useState(() => Date.now());
  const [recording, setRecording] = useState<Recording>({ name: "none" });
  const [sent, setSent] = useState<{ values: UploadValues; fileName: string } | null>(null);
  const arrivedAs = state.name === "arrived" ? state.meetId : null;
  useEffect(() => {
    // In place of the dialog's own entry: going back leads to where it was opened.
    if (arrivedAs !== null) navigate(`/${arrivedAs}`, { replace: true });
  }, [arrivedAs, navigate]);

  const isForm = state.name === "form";
  const meter = "meter" in state ? state.meter : null;
  // The last of the plan's uploads is this dialog's own, once it has been reserved.
  const hasNoneLeft = isForm && credits?.freeCreditsEnableToUpload === false && !holdsReservation;
  const isLimit = state.name === "limit-reached" || hasNoneLeft;
  const start = (values: UploadValues, file: File) => {
    setSent({ values, fileName: file.name });
    submit(values, file);
  };

  const detailsOf = (values: UploadValues) =>
    [
      formatChosen(values.meetingDate, timeZone, locale),
      t(`meetingLanguage.${values.meetLanguage}`),
      t("basicSystem"),
    ].join(" · ");

  if (isLimit) {
    const title = <span className="cap">{t("limit.title")}</span>;
    return (
      <Dialog key="limit" open title={title} onClose={onClose} small footer={<LimitFoot onClose={onClose} />}>
        <LimitReached />
      </Dialog>
    );
  }
  const foot = isForm ? (
    <FormFoot
      formId={FORM_ID}
      uploads={credits?.meetCount.uploadMeets ?? null}
      canSubmit={recording.name !== "refused"}
      onClose={onClose}
    />
  ) : (
    <SendingFoot onCancel={cancel} canCancel={state.name !== "finishing"} />
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
        onRecording={setRecording}
        onSubmit={start}
        timeZone={timeZone}
        locale={locale}
        now={now}
      />
      {meter !== null && sent !== null && (
        <UploadProgress
          stage={state.name === "sending" || state.name === "finishing" ? state.name : "starting"}
          meter={meter}
          title={sent.values.meetingName}
          details={detailsOf(sent.values)}
          fileName={sent.fileName}
        />
      )}
    </Dialog>
  );
}

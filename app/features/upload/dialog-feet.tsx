import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FREE_UPLOADS_MAX } from "#app/domain/limits.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

/** The dialog's last line in each of its states: what may be done now, with one ink button. */
export function FormFoot(props: {
  formId: string;
  uploads: number | null;
  /** Back from an upload: the focus goes to where it began, but the view stays at the top, where it says what went wrong. */
  isBack: boolean;
  onClose: () => void;
}) {
  const { formId, uploads, isBack, onClose } = props;
  const { t } = useTranslation(["upload", "common"]);
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) submit.current?.focus({ preventScroll: true });
  }, [isBack]);
  const isCounted = uploads !== null && uploads <= FREE_UPLOADS_MAX;
  return (
    <>
      <span className="hint grow num">{isCounted && t("used", { used: uploads, limit: FREE_UPLOADS_MAX })}</span>
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
      <Button kind="primary" large type="submit" form={formId} ref={submit}>
        <span className="cap">{t("submit")}</span>
      </Button>
    </>
  );
}

export function SendingFoot(props: {
  /** Null where the bytes are not under way, or go whole and cannot be paused. */
  pausing: { isPaused: boolean; onPause: () => void; onGoOn: () => void } | null;
  onCancel: () => void;
  isChecking: boolean;
  /** Where the sound is in: the meeting, which one may go on to while the video follows. */
  meetId: string | null;
}) {
  const { pausing, onCancel, isChecking, meetId } = props;
  const { t } = useTranslation(["upload", "common"]);
  return (
    <>
      {pausing && (
        <Button kind="line" large onClick={pausing.isPaused ? pausing.onGoOn : pausing.onPause}>
          {t(pausing.isPaused ? "progress.goOn" : "progress.pause")}
        </Button>
      )}
      <Button kind="quiet" large onClick={onCancel} disabled={isChecking}>
        {t("progress.cancel")}
      </Button>
      {meetId === null ? (
        <Button kind="primary" large disabled>
          {!pausing?.isPaused && <Spinner />}
          <span className="cap">{t(labelOf(isChecking, pausing?.isPaused ?? false))}</span>
        </Button>
      ) : (
        <Link className={buttonClass("primary", "btn--l")} to={`/${meetId}`} replace>
          {t("progress.toMeeting")}
        </Link>
      )}
    </>
  );
}

function labelOf(isChecking: boolean, isPaused: boolean) {
  if (isChecking) return "progress.checkingShort";
  return isPaused ? "progress.paused" : "progress.uploading";
}

/** Where the focus goes when the dialog opens. The attribute is what a native dialog looks for; React's own prop writes none. */
function beginHere(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}

export function LimitFoot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["upload", "common"]);
  return (
    <>
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.close")}
      </Button>
      <Link className={buttonClass("primary", "btn--l")} to="/pricing" replace ref={beginHere}>
        {t("limit.upgrade")}
      </Link>
    </>
  );
}

import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/credits.ts";
import { goingOf, hasLanded, type UploadSubmitted } from "#app/features/upload/send/upload-flow.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/progress.tsx";

/** The dialog's footer in each of its states: the available actions, with one primary button. */
export function FormFoot(props: {
  formId: string;
  /** Null until it is known. */
  uploads: PlanUse | null;
  /** The form is shown again after an upload: the focus goes to the submit button, but the view stays at the error on top. */
  isBack: boolean;
  onClose: () => void;
}) {
  const { formId, uploads, isBack, onClose } = props;
  const { t } = useTranslation(["upload", "plan", "common"]);
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) submit.current?.focus({ preventScroll: true });
  }, [isBack]);
  const limit = uploads?.limit ?? null;
  const isCounted = uploads !== null && limit !== null && uploads.used <= limit;
  return (
    <>
      <span className="hint grow num">{isCounted && t("plan:used", { used: uploads.used, limit })}</span>
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
  state: UploadSubmitted;
  /** Only a file in parts can be paused. The button keeps its space before and after its bytes are sent. */
  isInParts: boolean;
  onPause: () => void;
  onGoOn: () => void;
  onCancel: () => void;
}) {
  const { state, isInParts, onPause, onGoOn, onCancel } = props;
  const { way, sound } = goingOf(state);
  const isPaused = way === "paused";
  const isChecking = hasLanded(state);
  const { t } = useTranslation(["upload", "common"]);
  // On a phone three buttons take two rows for every text of the third one, so that nothing above them moves.
  const ownRow = isInParts ? "btn--own-row" : "";
  return (
    <>
      {isInParts && (
        <Button kind="line" large disabled={way === "whole"} onClick={isPaused ? onGoOn : onPause}>
          {t(isPaused ? "progress.goOn" : "progress.pause")}
        </Button>
      )}
      <Button kind="quiet" large onClick={onCancel} disabled={isChecking}>
        {t("progress.cancel")}
      </Button>
      {state.name === "sending" && sound === "in" ? (
        // The user can open the meeting while its video is still being sent.
        <Link className={buttonClass("primary", `btn--l ${ownRow}`)} to={`/${state.meetId}`} replace>
          {t("progress.toMeeting")}
        </Link>
      ) : (
        <Button kind="primary" large disabled className={ownRow}>
          {!isPaused && <Spinner />}
          <span className="cap">{t(labelOf(isChecking, isPaused))}</span>
        </Button>
      )}
    </>
  );
}

function labelOf(isChecking: boolean, isPaused: boolean) {
  if (isChecking) return "progress.checkingShort";
  return isPaused ? "progress.paused" : "progress.uploading";
}

import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { StepsList } from "#app/features/meeting/document/steps-list.tsx";

/** While Acta is at it: the timeline, and that nobody has to wait here. */
export function MeetingUnderway({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { t } = useTranslation("progress");
  return (
    <>
      <div className="fieldset fieldset--steps">
        <h2 className="sr">{t("steps.label")}</h2>
        <StepsList head={head} />
      </div>
      {/* Until the file has arrived it is somebody's open page that sends it: nothing is promised then. */}
      {head.status !== "TORECORD" && (head.video !== "awaited" || hasText) && (
        <p className="reading lead">
          {head.video !== "awaited" && t("steps.mayClose")}{" "}
          {hasText && t(head.playable ? "steps.readAndListenMeanwhile" : "steps.readMeanwhile")}
        </p>
      )}
    </>
  );
}

import { useTranslation } from "react-i18next";
import { useId } from "react";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import { happenedKey, safeKey, todoKey } from "#app/features/meeting/document/end-texts.ts";
import { explainEnd } from "#app/features/meeting/document/explain-end.ts";
import { RetryForm } from "#app/features/meeting/document/retry-form.tsx";
import { StepsList } from "#app/features/meeting/document/steps-list.tsx";

/** A meeting that is not completed: how far it is, or why it ended. */
export function MeetingProgress({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  return isEndedBadly(head.status) ? (
    <MeetingEnded head={head} hasText={hasText} />
  ) : (
    <MeetingUnderway head={head} hasText={hasText} />
  );
}

/** While Acta is at it: the timeline, and that nobody has to wait here. */
function MeetingUnderway({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
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

/** A meeting that ended without minutes: the reason, the data that is kept, the next steps, and the log. */
function MeetingEnded({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { t } = useTranslation("progress");
  const logId = useId();
  const { reason, safe } = explainEnd(head, hasText);
  const advice = ADVICE[reason];
  return (
    <>
      <p className="reading lead">
        {t(happenedKey(reason))} {t(safeKey(safe))} {t(todoKey(reason))}
      </p>
      {head.retryable && <RetryForm meetId={head.meetId} status={head.status} />}
      {advice && <OperatorAdvice steps={advice} />}
      <section className="advice" aria-labelledby={logId}>
        <h2 className="section" id={logId}>
          {t("steps.log")}
        </h2>
        <StepsList head={head} within />
      </section>
    </>
  );
}

type AdviceStep = "engine" | "address" | "key" | "network" | "model" | "restart";

/** Steps for the operator, for the reasons that only the operator can resolve. */
const ADVICE: Partial<Record<ReturnType<typeof explainEnd>["reason"], readonly AdviceStep[]>> = {
  "speech-not-configured": ["engine", "address", "restart"],
  "speech-engine-missing": ["engine", "address", "restart"],
  "speech-key-refused": ["key", "restart"],
  "speech-model-missing": ["network", "model", "restart"],
};

function OperatorAdvice({ steps }: { steps: readonly AdviceStep[] }) {
  const { t } = useTranslation("progress");
  const titleId = useId();
  return (
    <section className="advice" aria-labelledby={titleId}>
      <h2 className="section" id={titleId}>
        {t("end.operator.title")}
      </h2>
      <ol className="reading">
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`end.operator.${step}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

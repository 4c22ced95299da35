import { useTranslation } from "#app/i18n/use-translation.ts";
import { useId } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { isEndedBadly, type MeetingStatus, statusGlyph } from "#app/domain/meeting/status.ts";
import { buildSteps, type Step } from "#app/features/meeting/document/build-steps.ts";
import { RetryForm } from "#app/features/meeting/document/retry-form.tsx";
import { StepFact, StepProgress } from "#app/features/meeting/document/step-fact.tsx";
import { useGiveTranscript } from "#app/features/meeting/give/give-transcript.tsx";
import { explainEnd, happenedKey, safeKey, todoKey } from "#app/i18n/explain-end.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { type BadgeKind, Dot } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The meeting's log with clock times: what happened, what is now, what comes. */
function StepsList({ head, within = false }: { head: MeetingHead; within?: boolean }) {
  return (
    <ol className={within ? "steps steps--in" : "steps"}>
      {buildSteps(head).map((step) => (
        <StepItem key={`${step.kind} ${step.status} ${step.at}`} step={step} head={head} />
      ))}
    </ol>
  );
}

function StepItem({ step, head }: { step: Step; head: MeetingHead }) {
  const { t } = useTranslation(["progress", "common"]);
  const locale = useLocale();
  return (
    <li className={`step is-${step.kind}`} aria-current={step.kind === "now" ? "step" : undefined}>
      <span className="step__at">{step.at !== null && <LocalTime at={step.at} format="clock" />}</span>
      <Dot kind={step.kind === "bad" ? statusGlyph(step.status) : GLYPHS[step.kind]} />
      <span className="step__what">{t(stepLabelKey(step))}</span>
      <span className="step__took">{step.tookMs !== null && formatExactDuration(step.tookMs, locale)}</span>
      {step.kind === "now" && <StepProgress head={head} />}
      <StepFact step={step} head={head} />
    </li>
  );
}

const GLYPHS: Record<Exclude<Step["kind"], "bad">, BadgeKind> = {
  done: "done",
  now: "transcribing",
  next: "recorded",
  skipped: "skipped",
};

/** The states that work passes through; the others are ends and keep their label as it is. */
type Passing = Exclude<MeetingStatus, "REJECTED" | "SKIPPED_SUMMARY" | `ERROR_${string}`>;

function isPassing(status: MeetingStatus): status is Passing {
  return status !== "REJECTED" && status !== "SKIPPED_SUMMARY" && !status.startsWith("ERROR_");
}

/** The key of a step's words: the same state is named differently while it lasts and when it is over. */
function stepLabelKey({ kind, status }: Step) {
  if (!isPassing(status)) return `common:status.${status}` as const;
  switch (kind) {
    case "done":
    case "bad":
    case "skipped":
      return `progress:steps.done.${status}` as const;
    case "now":
      return `progress:steps.now.${status}` as const;
    case "next":
      return `common:status.${status}` as const;
    default:
      return assertNever(kind);
  }
}

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
      <WaysOn head={head} isOperatorNeeded={advice !== undefined} />
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

/**
 * The actions that a person can take now. A transcript comes first where only the operator could make another try succeed, and where nothing
 * is left to try.
 */
function WaysOn({ head, isOperatorNeeded }: { head: MeetingHead; isOperatorNeeded: boolean }) {
  const givesFirst = head.takesTranscript !== undefined && (isOperatorNeeded || !head.retryable);
  const give = head.takesTranscript !== undefined && head.status !== "ERROR_SUMMARY" && (
    <GiveButton head={head} isFirst={givesFirst} />
  );
  const retry = head.retryable && <RetryForm meetId={head.meetId} status={head.status} isSecond={givesFirst} />;
  return givesFirst ? (
    <>
      {give}
      {retry}
    </>
  ) : (
    <>
      {retry}
      {give}
    </>
  );
}

function GiveButton({ head, isFirst }: { head: MeetingHead; isFirst: boolean }) {
  const { t } = useTranslation("progress");
  const { isAwaited, open, dialog } = useGiveTranscript(head);
  return (
    <>
      <p className="actions">
        <Button kind={isFirst ? "primary" : "line"} large busy={isAwaited} onClick={open}>
          {!isAwaited && <Icon name="list" />}
          {t("end.give")}
        </Button>
      </p>
      {dialog}
    </>
  );
}

type AdviceStep = "engine" | "address" | "key" | "network" | "model" | "restart";

/**
 * Steps for the operator, for the reasons that only the operator can resolve. They are folded, because most readers of the page
 * are not the operator.
 */
const ADVICE: Partial<Record<ReturnType<typeof explainEnd>["reason"], readonly AdviceStep[]>> = {
  "speech-not-configured": ["engine", "address", "restart"],
  "speech-engine-missing": ["engine", "address", "restart"],
  "speech-key-refused": ["key", "restart"],
  "speech-model-missing": ["network", "model", "restart"],
};

function OperatorAdvice({ steps }: { steps: readonly AdviceStep[] }) {
  const { t } = useTranslation("progress");
  return (
    <details className="advice">
      <summary className="strong">{t("end.operator.title")}</summary>
      <ol className="reading">
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`end.operator.${step}`)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { statusGlyph } from "#app/domain/meeting/status-glyph.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { buildSteps, type Step } from "#app/features/meeting/document/build-steps.ts";
import { StepFact, StepProgress } from "#app/features/meeting/document/step-fact.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { type BadgeKind, Dot } from "#app/ui/badge.tsx";

/** The meeting's log with clock times: what happened, what is now, what comes. */
export function StepsList({ head, within = false }: { head: MeetingHead; within?: boolean }) {
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

import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isCallReason } from "#app/domain/meeting/status.ts";
import { buildCallSteps, type CallStep, stepGlyph } from "#app/features/meeting/call/call-steps.ts";
import { StepProgress } from "#app/features/meeting/document/step-fact.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Dot } from "#app/ui/badge.tsx";

/** The call's log with clock times: what happened, what is now, what comes. */
export function CallLog({ head, within = false }: { head: MeetingHead; within?: boolean }) {
  const { t } = useTranslation("call");
  return (
    <ol className={within ? "steps steps--in" : "steps"}>
      {buildCallSteps(head).map((step) => (
        <li key={step.name} className={`step is-${step.kind}`} aria-current={step.kind === "now" ? "step" : undefined}>
          <span className="step__at">{step.at !== null && <LocalTime at={step.at} format="clock" />}</span>
          <Dot kind={stepGlyph(step)} />
          <span className="step__what">{t(`steps.${step.name}`)}</span>
          <span className="step__took" />
          {step.kind === "now" && step.name === "transcribing" && <StepProgress head={head} />}
          <StepNote step={step} head={head} />
        </li>
      ))}
    </ol>
  );
}

function StepNote({ step, head }: { step: CallStep; head: MeetingHead }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const note = read();
  return note === null ? null : <p className="step__fact num">{note}</p>;

  function read(): string | null {
    const { call, durationMs, reason } = head;
    if (!call) return null;
    if (step.name === "opening" || step.name === "opened") return t(`platform.${call.platform}`);
    if (step.name === "recording") return step.kind === "next" ? t("note.announces") : null;
    if (step.name === "stopping") return t("note.stopping");
    if (step.name === "stopped") {
      const why = t(`end.${call.end ?? "stopped"}`);
      return durationMs === null ? why : t("note.stopped", { why, length: formatExactDuration(durationMs, locale) });
    }
    if (step.name === "transcribing") return step.kind === "now" ? t("note.lastWords") : null;
    if (step.name === "summary" && step.kind === "next") return t("note.summaryNext");
    if (step.name === "ended" && isCallReason(reason)) return t(`ended.${reason}`);
    return null;
  }
}

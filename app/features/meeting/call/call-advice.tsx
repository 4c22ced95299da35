import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { CallReason } from "#app/domain/meeting/status.ts";

type AdviceStep =
  | "admit"
  | "guests"
  | "tell"
  | "start"
  | "link"
  | "notetakers"
  | "signIn"
  | "browser"
  | "account"
  | "record"
  | "again"
  | "newTime"
  | "plan"
  | "recorder"
  | "recorderRuns";

/** The steps to try for each reason that ends a call, and the person who can take them. */
export const ADVICE: Record<CallReason, { who: "host" | "you" | "operator"; steps: readonly AdviceStep[] }> = {
  denied: { who: "host", steps: ["tell", "admit"] },
  "not-admitted": { who: "host", steps: ["admit", "guests", "record"] },
  "host-absent": { who: "you", steps: ["start"] },
  "nobody-came": { who: "you", steps: ["newTime"] },
  limit: { who: "you", steps: ["plan", "record"] },
  cancelled: { who: "you", steps: ["newTime"] },
  "bot-wall": { who: "host", steps: ["notetakers", "record"] },
  captcha: { who: "host", steps: ["account", "record"] },
  "sign-in-required": { who: "host", steps: ["signIn", "account", "record"] },
  "bad-link": { who: "you", steps: ["link"] },
  blocked: { who: "host", steps: ["guests", "account", "record"] },
  "browser-join-off": { who: "host", steps: ["browser", "record"] },
  "join-failed": { who: "you", steps: ["again", "record"] },
  "capture-failed": { who: "you", steps: ["again", "record"] },
  "recorder-missing": { who: "operator", steps: ["recorder"] },
  "recorder-unavailable": { who: "operator", steps: ["recorderRuns"] },
};

/** The steps to try, in order, and the person who can take them. */
export function CallAdvice({ who, steps }: { who: "host" | "you" | "operator"; steps: readonly AdviceStep[] }) {
  const { t } = useTranslation("call");
  const id = useId();
  return (
    <section className="advice" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t(`advice.${who}`)}
      </h2>
      <ol className="reading">
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`advice.${step}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { AdviceStep } from "#app/features/meeting/call/call-advice.ts";

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

import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { CallAdviceSteps } from "#app/i18n/call-advice.ts";

/** The steps to try, in order, and the person who can take them. */
export function CallAdvice({ who, steps }: CallAdviceSteps) {
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

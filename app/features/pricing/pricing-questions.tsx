import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Answers to questions that a person may have before they choose. */
export function PricingQuestions({ months, graceDays }: { months: number; graceDays: number }) {
  const { t } = useTranslation("pricing");
  const id = useId();
  const named = { months, days: graceDays };
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 className="section" id={id}>
          {t("questions.heading")}
        </h2>
      </div>
      <dl className="qa">
        {(["limit", "leave", "window", "fail", "team"] as const).map((about) => (
          <div key={about}>
            <dt>{t(`questions.${about}Question`, named)}</dt>
            <dd>{t(`questions.${about}Answer`, named)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

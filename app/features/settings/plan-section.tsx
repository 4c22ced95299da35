import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/upload-answers.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Tally } from "#app/ui/tally.tsx";

export function PlanSection({ plan, uploads: { used, limit } }: { plan: Plan; uploads: PlanUse }) {
  const { t } = useTranslation(["settings", "home"]);
  return (
    <section id="plan" aria-labelledby="plan-heading">
      <h2 id="plan-heading">{t("plan.heading")}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          <div className="usage">
            <span className="strong">{t(`plan.name.${plan}`)}</span>
            {limit === null ? (
              <p>{t("plan.unlimited")}</p>
            ) : (
              <>
                <Tally used={used} of={limit} label={t("home:usage.label", { used, limit })} />
                <p className="num">
                  <b>{t("home:usage.count", { used, limit })}</b> {t("home:usage.after")}
                </p>
              </>
            )}
          </div>
          <Link className={buttonClass("line")} to="/pricing">
            {t("plan.seePlans")}
          </Link>
        </div>
      </div>
    </section>
  );
}

import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import type { Plan } from "#app/domain/plan/can.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Tally } from "#app/ui/tally.tsx";

const limit = FREE_UPLOADS_MAX;

export function PlanSection({ plan, uploadsUsed }: { plan: Plan; uploadsUsed: number | null }) {
  const { t } = useTranslation(["settings", "home"]);
  return (
    <section id="plan" aria-labelledby="plan-heading">
      <h2 id="plan-heading">{t("plan.heading")}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          <div className="usage">
            <span className="strong">{t(`plan.name.${plan}`)}</span>
            {uploadsUsed === null ? (
              <p>{t("plan.unlimited")}</p>
            ) : (
              <>
                <Tally used={uploadsUsed} of={limit} label={t("home:usage.label", { used: uploadsUsed, limit })} />
                <p className="num">
                  <b>{t("home:usage.count", { used: uploadsUsed, limit })}</b> {t("home:usage.after")}
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

import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Plan, PlanTerms } from "#app/domain/plan/plans.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";

/** The limits and features of each plan, as far as they are decided. No price is shown until prices exist. */
export function PricingPage({ plan, free }: { plan: Plan; free: Pick<PlanTerms, "uploads" | "recordings"> }) {
  const { t } = useTranslation(["pricing", "common"]);
  return (
    <Page title={t("common:plans")}>
      <p className="reading lead">{t("lead")}</p>
      <ul className="begin begin--4 block">
        <PlanColumn
          name={t("free.name")}
          isYours={plan === "free"}
          isOnSale
          features={[
            t("free.uploads", { limit: free.uploads }),
            t("free.recordings", { limit: free.recordings }),
            t("free.moments"),
          ]}
        />
        <PlanColumn name={t("pro.name")} isYours={plan === "pro"} features={[t("pro.unlimited"), t("pro.months")]} />
        <PlanColumn name={t("business.name")} isYours={plan === "business"} features={[t("business.unlimited")]} />
        <PlanColumn name={t("team.name")} isYours={plan === "team"} features={[t("team.unlimited"), t("team.seats")]} />
      </ul>
      <Questions />
    </Page>
  );
}

type ColumnProps = { name: string; isYours: boolean; isOnSale?: boolean; features: string[] };

function PlanColumn({ name, isYours, isOnSale = false, features }: ColumnProps) {
  const { t } = useTranslation("pricing");
  return (
    <li>
      <h2>{name}</h2>
      <p className="note muted">{isYours ? t("yours") : !isOnSale && t("notOnSale")}</p>
      <ul className="feats">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" className="muted" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Questions() {
  const { t } = useTranslation("pricing");
  const id = useId();
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 className="section" id={id}>
          {t("questions.heading")}
        </h2>
      </div>
      <dl className="qa">
        <div>
          <dt>{t("questions.limitQuestion")}</dt>
          <dd>{t("questions.limitAnswer")}</dd>
        </div>
        <div>
          <dt>{t("questions.saleQuestion")}</dt>
          <dd>{t("questions.saleAnswer")}</dd>
        </div>
      </dl>
    </section>
  );
}

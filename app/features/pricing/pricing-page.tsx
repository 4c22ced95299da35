import { Link } from "@remix-run/react";
import { type ReactNode, useId, useState } from "react";
import { track } from "#app/analytics/track.ts";
import type { BillingView } from "#app/contracts/billing.ts";
import { includes, type Plan, type PlanTerms, type SoldPlan, type Usage } from "#app/domain/plan/plans.ts";
import { CURRENCY, type Interval, INTERVALS, monthOf, priceOf } from "#app/domain/plan/prices.ts";
import { usePayment } from "#app/features/pricing/use-payment.ts";
import { formatMoney } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";

/** `used`: of the limits of the free plan. `graceDays`: days that a plan goes on after a payment failed. */
type Props = {
  billing: BillingView;
  terms: Readonly<Record<Plan, PlanTerms>>;
  used: Usage;
  graceDays: number;
  contactEmail: string;
};

/** §2, §9: what each plan holds and costs. The drawing shows the year first, which costs less. */
export function PricingPage({ billing, terms, used, graceDays, contactEmail }: Props) {
  const { t } = useTranslation(["pricing", "common"]);
  const { plan, payments, subscription } = billing;
  const [interval, chooseInterval] = useState<Interval>(subscription?.interval ?? "year");
  const isListed = plan === "free" || plan === "pro" || plan === "business" || plan === "team";
  return (
    <Page title={t("common:plans")} beside={<IntervalChoice interval={interval} onChange={chooseInterval} />}>
      <p className="reading lead">{t("lead")}</p>
      {!isListed && <p className="block--s strong">{t("yoursAlso", { plan: t(`name.${plan}`) })}</p>}
      {!payments && (
        <div className="block--s">
          <Notice role="status">{t("off", { email: contactEmail })}</Notice>
        </div>
      )}
      <ul className="begin begin--4 block">
        <FreeColumn billing={billing} terms={terms} used={used} />
        <SoldColumn plan="pro" interval={interval} billing={billing} terms={terms} isInk />
        <SoldColumn plan="business" interval={interval} billing={billing} terms={terms} />
        <SoldColumn plan="team" interval={interval} billing={billing} terms={terms} />
      </ul>
      <p className="note muted block--s">{t("tax")}</p>
      <PricingQuestions months={terms.free.windowMonths} graceDays={graceDays} />
    </Page>
  );
}

function IntervalChoice({ interval, onChange }: { interval: Interval; onChange: (interval: Interval) => void }) {
  const { t } = useTranslation("pricing");
  return (
    <fieldset className="row row--wrap themes">
      <legend className="sr">{t("interval.label")}</legend>
      {INTERVALS.map((each) => (
        <Checkbox
          key={each}
          type="radio"
          name="interval"
          value={each}
          checked={each === interval}
          onChange={() => onChange(each)}
          label={t(`interval.${each}`)}
        />
      ))}
      <span className="plan">{t("save")}</span>
    </fieldset>
  );
}

/** Choosing the free plan is cancelling the paid one: it runs until its paid time is over. */
function FreeColumn({ billing: { plan, subscription }, terms, used }: Pick<Props, "billing" | "terms" | "used">) {
  const { t } = useTranslation("pricing");
  const { busy, open } = usePayment();
  const { uploads, recordings, windowMonths: months } = terms.free;
  const choose = () => {
    track("free plan");
    void open("free", { part: "cancel" });
  };
  return (
    <PlanColumn
      name={t("name.free")}
      price={<Price amount={0} />}
      note={plan === "free" ? t("freeUsed", used) : t("freeNote")}
      features={[
        t("feature.uploads", { limit: uploads }),
        t("feature.recordings", { limit: recordings }),
        t("feature.months", { months }),
        t("feature.moments"),
        t("feature.share"),
      ]}
      choice={
        plan === "free" ? (
          <YourPlan />
        ) : (
          subscription !== null &&
          subscription.cancelsAt === null && (
            <Button wide busy={busy === "free"} onClick={choose}>
              {busy === "free" ? t("processing") : t("choose.free")}
            </Button>
          )
        )
      }
    />
  );
}

type ChoiceProps = { plan: SoldPlan; interval: Interval; billing: BillingView; isInk?: boolean };

function SoldColumn({ plan, interval, billing, terms, isInk = false }: ChoiceProps & Pick<Props, "terms">) {
  const { t } = useTranslation("pricing");
  const locale = useLocale();
  const amount = priceOf(plan, interval);
  const { seatsMin: seats, windowMonths: months } = terms[plan];
  const hasSeats = seats !== null;
  const yearly = { amount: formatMoney(amount, CURRENCY, locale) };
  const note = interval === "year" ? t(hasSeats ? "yearSeatNote" : "yearNote", yearly) : t("monthNote");
  return (
    <PlanColumn
      name={t(`name.${plan}`)}
      price={
        <>
          <Price amount={interval === "year" ? monthOf(amount) : amount} />{" "}
          <span className="note muted">{t(hasSeats ? "perSeat" : "perMonth")}</span>
        </>
      }
      note={hasSeats ? `${note}. ${t("seatsNote", { seats })}` : note}
      features={FEATURES[plan].map((feature) => t(`feature.${feature}`, { months }))}
      choice={<SoldChoice plan={plan} interval={interval} billing={billing} isInk={isInk} />}
    />
  );
}

const FEATURES: Readonly<Record<SoldPlan, readonly Feature[]>> = {
  pro: ["unlimited", "months", "share"],
  business: ["everything", "allRecordings"],
  team: ["forAll", "oneBill"],
};
type Feature = "unlimited" | "months" | "share" | "everything" | "allRecordings" | "forAll" | "oneBill";

function SoldChoice({ plan, interval, billing, isInk = false }: ChoiceProps) {
  const { t } = useTranslation("pricing");
  const { busy, buy, open } = usePayment();
  const { payments, subscription, source, grantEndsAt, plan: current } = billing;
  if (subscription === null ? current === plan : subscription.plan === plan && subscription.interval === interval) {
    return <YourPlan />;
  }
  // The plan of a team or a grant goes on without an end: one below it would be paid for nothing.
  if (source !== "subscription" && grantEndsAt === null && includes(current, plan))
    return <YourPlan text={t("included")} />;
  if (!payments) return null;
  // The seats of a team are chosen on a page of their own.
  if (plan === "team") {
    return (
      <Link className={buttonClass("line", "btn--wide")} to={`/seats?interval=${interval}`}>
        {t("choose.team")}
      </Link>
    );
  }
  const choose = () => {
    if (plan === "pro") track("pro plan");
    if (subscription === null) void buy(plan, { plan, interval });
    else void open(plan, { part: "change", plan, interval });
  };
  return (
    <Button kind={isInk && !isPaid(current) ? "primary" : "line"} wide busy={busy === plan} onClick={choose}>
      {busy === plan ? t("processing") : t(`choose.${plan}`)}
    </Button>
  );
}

const isPaid = (plan: Plan) => plan !== "free";

function YourPlan({ text }: { text?: string }) {
  const { t } = useTranslation("pricing");
  return (
    <Button wide disabled>
      {text ?? t("yours")}
    </Button>
  );
}

function Price({ amount }: { amount: number }) {
  return <>{formatMoney(amount, CURRENCY, useLocale())}</>;
}

type PlanColumnProps = { name: string; price: ReactNode; note: string; features: readonly string[]; choice: ReactNode };

/** A plan: its name, price, content and button. */
function PlanColumn({ name, price, note, features, choice }: PlanColumnProps) {
  return (
    <li>
      <h2>{name}</h2>
      <p className="price num">{price}</p>
      <p className="note muted num">{note}</p>
      <ul className="feats">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" className="muted" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {choice}
    </li>
  );
}

/** Answers to questions that a person may have before they choose. */
function PricingQuestions({ months, graceDays }: { months: number | null; graceDays: number }) {
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

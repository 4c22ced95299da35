import { Link, useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { BillingView, PlanUse } from "#app/contracts/billing.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { redeemInsiderCode } from "#app/contracts/endpoints/billing.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { limitedUse } from "#app/domain/plan/limited-use.ts";
import { parsePlan } from "#app/domain/plan/plans.ts";
import { PaymentActions, PaymentOwed, SubscriptionTerms } from "#app/features/pricing/subscription-parts.tsx";
import { formatDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { UsageTallies } from "#app/ui/usage-tallies.tsx";

type Props = { billing: BillingView; usage: { uploads: PlanUse; recordings: PlanUse } };

/** §2: the plan, how it is paid and until when, and the ways to change it. */
export function PlansSection({ billing, usage }: Props) {
  const { t } = useTranslation("pricing");
  const { plan, subscription } = billing;
  const limited = limitedUse(usage);
  return (
    <section id="plan" aria-labelledby="plan-heading">
      <h2 id="plan-heading">{t("section.heading")}</h2>
      <div className="rows rows--full">
        {typeof subscription?.graceEndsAt === "number" && <PaymentOwed graceEndsAt={subscription.graceEndsAt} />}
        <div className="row between row--wrap">
          <div className="usage">
            <span className="strong">{t(`name.${plan}`)}</span>
            <Source billing={billing} />
            {subscription !== null && billing.source !== "subscription" && (
              <>
                <p>{t("section.also", { plan: t(`name.${subscription.plan}`) })}</p>
                <SubscriptionTerms subscription={subscription} />
              </>
            )}
            {limited.length === 0 ? <p>{t("feature.unlimited")}</p> : <UsageTallies usage={limited} />}
          </div>
          <Link className={buttonClass("line")} to="/pricing">
            {t(subscription === null ? "section.seePlans" : "section.change")}
          </Link>
        </div>
        {billing.payments && billing.hasInvoices && <PaymentActions subscription={subscription} />}
        {plan === "free" && <CodeForm />}
      </div>
    </section>
  );
}

/** The source of the plan, and the day on which it ends or renews. */
function Source({ billing: { source, grantEndsAt, subscription } }: { billing: BillingView }) {
  const { t } = useTranslation("pricing");
  const locale = useLocale();
  const zone = useTimeZone();
  const date = (at: number) => ({ date: formatDate(at, locale, zone) });
  switch (source) {
    case "subscription":
      return subscription && <SubscriptionTerms subscription={subscription} />;
    case "insider":
      return grantEndsAt === null ? null : <p className="muted">{t("section.insider", date(grantEndsAt))}</p>;
    case "operator":
      return (
        <p className="muted">
          {grantEndsAt === null ? t("section.granted") : t("section.grantedUntil", date(grantEndsAt))}
        </p>
      );
    case "team":
      return <p className="muted">{t("section.member")}</p>;
    case null:
      return null;
    default:
      return assertNever(source);
  }
}

const CODE_CHARS_MAX = 64;

function CodeForm() {
  const { t } = useTranslation("pricing");
  const locale = useLocale();
  const zone = useTimeZone();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [code, setCode] = useState("");
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return setState({ busy: false, error: t("error.code") });
    setState({ busy: true });
    const result = await callApi(redeemInsiderCode, { body: { code } });
    if (!result.ok) return setState({ busy: false, error: result.message ?? t("error.code") });
    setState({ busy: false });
    const { plan, endsAt } = result.value;
    toast(
      "done",
      t("section.redeemed", { plan: t(`name.${parsePlan(plan)}`), date: formatDate(endsAt, locale, zone) }),
    );
    revalidate();
  };
  return (
    <details>
      <summary>{t("section.code")}</summary>
      <form className="stack mt-3" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t("section.code")} error={state.error}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              autoComplete="off"
              spellCheck={false}
              maxLength={CODE_CHARS_MAX}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
        </Field>
        <div className="row">
          <Button type="submit" busy={state.busy}>
            {t("section.redeem")}
          </Button>
        </div>
      </form>
    </details>
  );
}

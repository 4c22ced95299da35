import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SubscriptionView } from "#app/contracts/billing.ts";
import { TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { CURRENCY, INTERVALS, priceOf, totalOf } from "#app/domain/plan/prices.ts";
import { usePayment } from "#app/features/pricing/use-payment.ts";
import { formatDate, formatMoney } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** A subscription in Settings: its terms, what is owed, and the ways to Stripe's pages. Texts are of the namespace "pricing". */

/** `workspaceId`: of a team. The person's own subscription where it is left out. */
type OfWorkspace = { workspaceId?: string };

export function SubscriptionTerms({ subscription }: { subscription: SubscriptionView }) {
  const { t } = useTranslation("pricing");
  const { interval, seats, periodEndsAt, cancelsAt, graceEndsAt } = subscription;
  const locale = useLocale();
  const zone = useTimeZone();
  const date = (at: number) => ({ date: formatDate(at, locale, zone) });
  const paid = t(interval === "month" ? "section.monthly" : "section.yearly");
  const term = cancelsAt === null ? t("section.renews", date(periodEndsAt)) : t("section.cancels", date(cancelsAt));
  const facts = [
    paid,
    seats === null ? null : t("section.seats", { count: seats }),
    graceEndsAt === null ? term : null,
  ];
  return <p className="muted num">{facts.filter((fact) => fact !== null).join(" · ")}</p>;
}

export function PaymentOwed({ graceEndsAt, workspaceId }: OfWorkspace & { graceEndsAt: number }) {
  const { t } = useTranslation("pricing");
  const { busy, open } = usePayment();
  const date = formatDate(graceEndsAt, useLocale(), useTimeZone());
  return (
    <Notice
      role="alert"
      action={
        <Button busy={busy === "pay"} onClick={() => void open("pay", { part: "overview" }, workspaceId)}>
          {t("section.pay")}
        </Button>
      }
    >
      {t("section.grace", { date })}
    </Notice>
  );
}

type ActionsProps = OfWorkspace & { subscription: SubscriptionView | null; children?: ReactNode };

export function PaymentActions({ subscription, workspaceId, children }: ActionsProps) {
  const { t } = useTranslation("pricing");
  const { busy, open } = usePayment();
  return (
    <div className="row row--wrap">
      <Button busy={busy === "portal"} onClick={() => void open("portal", { part: "overview" }, workspaceId)}>
        {t("section.portal")}
      </Button>
      {children}
      {subscription?.cancelsAt === null && (
        <Button
          kind="quiet"
          busy={busy === "cancel"}
          onClick={() => void open("cancel", { part: "cancel" }, workspaceId)}
        >
          {t("section.cancel")}
        </Button>
      )}
    </div>
  );
}

/** `seats` 0: none is paid for. */
type OfTeam = { workspaceId: string; subscription: SubscriptionView | null; seats: number; seatsTaken: number };

/** Of a team, for its administrator. */
export function TeamPayment({ workspaceId, subscription, seats, seatsTaken }: OfTeam) {
  const { t } = useTranslation("pricing");
  return (
    <div className="team__part stack">
      <h3 className="label">{t("section.payment")}</h3>
      {subscription && <SubscriptionTerms subscription={subscription} />}
      {typeof subscription?.graceEndsAt === "number" && (
        <PaymentOwed graceEndsAt={subscription.graceEndsAt} workspaceId={workspaceId} />
      )}
      {subscription === null && seats === 0 && (
        <OrderAgain workspaceId={workspaceId} seats={Math.max(TEAM_SEATS_MIN, seatsTaken)} />
      )}
      <PaymentActions subscription={subscription} workspaceId={workspaceId}>
        {subscription?.cancelsAt === null && subscription.graceEndsAt === null && (
          <ChangeInterval subscription={subscription} workspaceId={workspaceId} />
        )}
      </PaymentActions>
    </div>
  );
}

/** The other interval, with what it costs for the seats of now. Stripe's page asks once more. */
function ChangeInterval({ subscription, workspaceId }: { subscription: SubscriptionView; workspaceId: string }) {
  const { t } = useTranslation("pricing");
  const { busy, open } = usePayment();
  const { plan, seats } = subscription;
  const interval = subscription.interval === "month" ? "year" : "month";
  const amount = formatMoney(totalOf(priceOf(plan, interval), seats ?? 1), CURRENCY, useLocale());
  return (
    <Button
      kind="quiet"
      busy={busy === "interval"}
      onClick={() => void open("interval", { part: "change", plan, interval }, workspaceId)}
    >
      {t(interval === "year" ? "section.toYear" : "section.toMonth", { amount })}
    </Button>
  );
}

/** Stripe's portal does not begin a subscription again that has run out: the seats are bought once more. */
function OrderAgain({ workspaceId, seats }: { workspaceId: string; seats: number }) {
  const { t } = useTranslation("pricing");
  const { busy, buy } = usePayment();
  const locale = useLocale();
  return (
    <>
      <p>{t("section.lapsed")}</p>
      <div className="row row--wrap">
        {INTERVALS.toReversed().map((interval) => {
          const amount = formatMoney(totalOf(priceOf("team", interval), seats), CURRENCY, locale);
          return (
            <Button
              key={interval}
              busy={busy === interval}
              onClick={() => void buy(interval, { plan: "team", interval, workspaceId, seats })}
            >
              {t(interval === "year" ? "section.orderYear" : "section.orderMonth", { seats, amount })}
            </Button>
          );
        })}
      </div>
      <p className="note muted">{t("tax")}</p>
    </>
  );
}

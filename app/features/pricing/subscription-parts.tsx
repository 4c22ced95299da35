import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SubscriptionView } from "#app/contracts/billing.ts";
import { usePayment } from "#app/features/pricing/use-payment.ts";
import { formatDate } from "#app/i18n/format.ts";
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

export function PaymentActions({ subscription, workspaceId }: OfWorkspace & { subscription: SubscriptionView | null }) {
  const { t } = useTranslation("pricing");
  const { busy, open } = usePayment();
  return (
    <div className="row row--wrap">
      <Button busy={busy === "portal"} onClick={() => void open("portal", { part: "overview" }, workspaceId)}>
        {t("section.portal")}
      </Button>
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

/** Of a team, for its administrator. */
export function TeamPayment({
  workspaceId,
  subscription,
}: {
  workspaceId: string;
  subscription: SubscriptionView | null;
}) {
  const { t } = useTranslation("pricing");
  return (
    <div className="team__part stack">
      <h3 className="label">{t("section.payment")}</h3>
      {subscription && <SubscriptionTerms subscription={subscription} />}
      {typeof subscription?.graceEndsAt === "number" && (
        <PaymentOwed graceEndsAt={subscription.graceEndsAt} workspaceId={workspaceId} />
      )}
      <PaymentActions subscription={subscription} workspaceId={workspaceId} />
    </div>
  );
}

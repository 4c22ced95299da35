import { Link, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PURCHASE_LATE_MS, PURCHASE_POLL_MS } from "#app/domain/limits/billing.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/progress.tsx";

type Props = { state: "done" | "waiting" | "unread" | "not-paid"; plan: Plan; isTeam: boolean };

/** §2: after a purchase. It says that the plan has begun only when that is so, and asks again until it is. */
export function PurchasePage({ state, plan, isTeam }: Props) {
  const { t } = useTranslation("pricing");
  const isOpen = state === "waiting" || state === "unread";
  const isLate = useWaiting(isOpen);
  return (
    <Page title={t("purchase.title")}>
      <div role="status" className="block--s">
        {state === "done" && (
          <p className="row reading">
            <Icon name="check" /> {t("purchase.done", { plan: t(`name.${plan}`) })}
          </p>
        )}
        {state === "waiting" && (
          <p className="row reading">
            <Spinner /> {t(isLate ? "purchase.waitingLong" : "purchase.waiting")}
          </p>
        )}
        {state === "unread" && <p className="reading">{t("purchase.unread")}</p>}
        {state === "not-paid" && <p className="reading">{t("purchase.notPaid")}</p>}
      </div>
      <p className="row row--wrap block--s">
        {state === "done" && isTeam && (
          <Link className={buttonClass("primary")} to="/settings#team">
            {t("purchase.team")}
          </Link>
        )}
        {state === "done" && !isTeam && (
          <Link className={buttonClass("primary")} to="/">
            {t("purchase.toHome")}
          </Link>
        )}
        {state === "not-paid" ? (
          <Link className={buttonClass("primary")} to="/pricing">
            {t("purchase.toPlans")}
          </Link>
        ) : (
          <Link className={buttonClass("line")} to="/settings#plan">
            {t("purchase.toSettings")}
          </Link>
        )}
      </p>
    </Page>
  );
}

/** Asks again while nothing is decided; true when that takes longer than usual. */
function useWaiting(isOpen: boolean): boolean {
  const { state, revalidate } = useRevalidator();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOpen || state !== "idle") return;
    const timer = setTimeout(revalidate, PURCHASE_POLL_MS);
    return () => clearTimeout(timer);
  }, [isOpen, state, revalidate]);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setLate(true), PURCHASE_LATE_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isLate;
}

import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { openBillingPortal, startCheckout } from "#app/contracts/endpoints/billing.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import { useToast } from "#app/ui/toast.tsx";

type Portal = BodyOf<typeof openBillingPortal>["to"];

/**
 * Leads the browser to Stripe's pages. `busy` names the button that was pressed, until the browser has left: a second press begins
 * nothing.
 */
export function usePayment() {
  const { t } = useTranslation("pricing");
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  // A browser that comes back shows the page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(null);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  const leave = async (asking: ReturnType<typeof ask>, failure: string) => {
    const result = await asking;
    if (result.ok) return location.assign(result.value.url);
    setBusy(null);
    if (result.kind !== "signed-out") toast("error", result.message ?? failure);
  };
  return {
    busy,
    buy: async (name: string, body: BodyOf<typeof startCheckout>) => {
      if (busy !== null) return;
      setBusy(name);
      await leave(callApi(startCheckout, { body }), t("error.checkout"));
    },
    open: async (name: string, to: Portal, workspaceId?: string) => {
      if (busy !== null) return;
      setBusy(name);
      await leave(ask(to, workspaceId), t("error.portal"));
    },
  };
}

function ask(to: Portal, workspaceId: string | undefined) {
  return callApi(openBillingPortal, { body: { to, workspaceId } });
}

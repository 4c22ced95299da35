import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";
import { useShownAgain } from "#app/ui/use-shown-again.ts";

const paymentCalls = lazy(() => import("#app/features/pricing/payment-calls.ts"));
type Calls = Awaited<ReturnType<typeof paymentCalls.load>>;
type Order = Parameters<Calls["askForCheckout"]>[0];
type Portal = Parameters<Calls["askForPortal"]>[0]["to"];

/**
 * Leads the browser to Stripe's pages. `busy` names the button that was pressed, until the browser has left: a second press begins
 * nothing.
 */
export function usePayment() {
  const { t } = useTranslation("pricing");
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const isShown = useIsShown();
  useShownAgain(() => setBusy(null));

  const leave = async (ask: (calls: Calls) => ReturnType<Calls["askForPortal"]>, failure: string) => {
    const calls = await paymentCalls.load().catch(() => null);
    const result = calls && (await ask(calls));
    if (result?.ok) {
      if (isShown.current) location.assign(result.value.url);
      return;
    }
    setBusy(null);
    if (result?.kind !== "signed-out") toast("error", result?.message ?? failure);
  };
  return {
    busy,
    buy: async (name: string, order: Order) => {
      if (busy !== null) return;
      setBusy(name);
      await leave((calls) => calls.askForCheckout(order), t("error.checkout"));
    },
    open: async (name: string, to: Portal, workspaceId?: string) => {
      if (busy !== null) return;
      setBusy(name);
      await leave((calls) => calls.askForPortal({ to, workspaceId }), t("error.portal"));
    },
  };
}

import * as billing from "#app/contracts/endpoints/billing.ts";
import { localeOf } from "#app/i18n/server.ts";
import { redeemInsiderCode } from "#app/server/billing/insider-codes.ts";
import { openPortal } from "#app/server/billing/open-portal.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";

/** Plans and payments. Stripe's notifications are answered by workers/entry.ts, before Remix. */
export const billingRoutes: readonly ApiRoute[] = [
  apiRoute(billing.startCheckout, async ({ request, services, actor, user, body }) => {
    const person = { name: user.name, email: user.email, locale: await localeOf(request) };
    return startCheckout(services, { actor, person, ...body });
  }),
  apiRoute(billing.openBillingPortal, async ({ request, services, actor, body }) =>
    openPortal(services, { actor, locale: await localeOf(request), ...body }),
  ),
  apiRoute(billing.redeemInsiderCode, ({ services, actor, body }) => redeemInsiderCode(services, actor, body.code)),
];

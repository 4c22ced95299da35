import { startCheckout as endpoint } from "#app/contracts/endpoints/billing.ts";
import { localeOf } from "#app/i18n/server.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/billing/checkout */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user, body }) => {
  const person = { name: user.name, email: user.email, locale: await localeOf(request) };
  return startCheckout(services, { actor, person, ...body });
});
export const action = loader;

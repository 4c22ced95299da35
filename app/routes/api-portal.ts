import { openBillingPortal } from "#app/contracts/endpoints/billing.ts";
import { localeOf } from "#app/i18n/server.ts";
import { openPortal } from "#app/server/billing/open-portal.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/billing/portal */
export const loader = apiRoute(openBillingPortal, async ({ request, services, actor, body }) =>
  openPortal(services, { actor, locale: await localeOf(request), ...body }),
);
export const action = loader;

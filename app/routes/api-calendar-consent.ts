import { redirect } from "@remix-run/cloudflare";
import { connectCalendarAccount } from "#app/contracts/endpoints/calendars.ts";
import { startConsent } from "#app/server/calendars/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/calendar-accounts/connect/{provider}: on to the provider. */
export const loader = apiRoute(connectCalendarAccount, async ({ services, actor, params, body }) => {
  const started = await startConsent(services, actor, { provider: params.provider, returnTo: body.returnTo });
  return started.ok ? redirect(started.value.url, 303) : started;
});
export const action = loader;

import { redirect } from "@remix-run/cloudflare";
import { finishCalendarConsent } from "#app/contracts/endpoints/calendars.ts";
import { finishConsent } from "#app/server/calendars/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/calendar-accounts/connect/{provider}/callback: back to the page that asked, with the result. */
export const loader = apiRoute(finishCalendarConsent, async ({ request, services, actor, params }) => {
  const query = new URL(request.url).searchParams;
  const { result, returnTo } = await finishConsent(services, actor, { provider: params.provider, query });
  return redirect(`${returnTo}${returnTo.includes("?") ? "&" : "?"}calendar=${result}`);
});
export const action = loader;

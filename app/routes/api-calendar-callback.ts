import { redirect } from "@remix-run/cloudflare";
import { finishCalendarConsent } from "#app/contracts/endpoints/calendars.ts";
import { finishConsent } from "#app/server/calendars/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/calendar-accounts/connect/{provider}/callback: back to the page that asked, with the result. */
export const loader = apiRoute(finishCalendarConsent, async ({ request, services, actor, params }) => {
  const { searchParams: query, origin } = new URL(request.url);
  const { result, returnTo } = await finishConsent(services, actor, { provider: params.provider, query });
  const { pathname, searchParams, hash } = new URL(returnTo, origin);
  searchParams.set("calendar", result);
  return redirect(`${pathname}?${searchParams}${hash}`);
});
export const action = loader;

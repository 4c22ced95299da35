import { redirect } from "@remix-run/cloudflare";
import { savePreferences as endpoint } from "#app/contracts/endpoints/account.ts";
import { safeLocalPath } from "#app/domain/account/return-path.ts";
import { setLocaleCookie } from "#app/i18n/server.ts";
import { TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { updatePreferences } from "#app/server/account/update-preferences.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { preferenceCookie } from "#app/server/http/preference-cookie.ts";
import { THEME_COOKIE } from "#app/ui/theme.tsx";

/**
 * POST /api/acta/user/preferences: language, theme and zone, also for somebody who is not signed in; with `returnTo` the answer
 * goes back there, else it is empty.
 */
export const action = apiRoute(endpoint, async ({ services, actor, body: { locale, timeZone, theme, returnTo } }) => {
  if (actor) await updatePreferences(services, actor.userId, { locale, timeZone });
  const headers = new Headers();
  const { origin } = services.config;
  if (locale) headers.append("Set-Cookie", await setLocaleCookie(origin, locale));
  if (timeZone) headers.append("Set-Cookie", preferenceCookie(origin, TIME_ZONE_COOKIE, timeZone));
  if (theme) headers.append("Set-Cookie", preferenceCookie(origin, THEME_COOKIE, theme));
  if (returnTo === undefined) return new Response(null, { status: 204, headers });
  return redirect(safeLocalPath(returnTo), { status: 303, headers });
});
export const loader = action;

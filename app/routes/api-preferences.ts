import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { preferencesForm } from "#app/contracts/preferences.ts";
import { safeLocalPath } from "#app/domain/account/return-path.ts";
import { setLocaleCookie } from "#app/i18n/server.ts";
import { TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { updatePreferences } from "#app/server/account/update-preferences.ts";
import { authenticate } from "#app/server/auth/session.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-form.ts";
import { tasteCookie } from "#app/server/http/taste-cookie.ts";
import { THEME_COOKIE } from "#app/ui/theme.ts";

/**
 * Language, theme and zone. A form, so that it works before and without JavaScript, and for somebody who is not signed
 * in; with `returnTo` the answer goes back there, else it is empty.
 */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") return methodNotAllowed({ request });
  const form = await readForm(request, preferencesForm);
  if (!form.ok) return errorResponse(request, form.reason);
  const { locale, timeZone, theme, returnTo } = form.value;
  const caller = await authenticate(request, services);
  if (caller) await updatePreferences(services, caller.actor.userId, { locale, timeZone });

  const headers = new Headers();
  const { origin } = services.config;
  if (locale) headers.append("Set-Cookie", await setLocaleCookie(origin, locale));
  if (timeZone) headers.append("Set-Cookie", tasteCookie(origin, TIME_ZONE_COOKIE, timeZone));
  if (theme) headers.append("Set-Cookie", tasteCookie(origin, THEME_COOKIE, theme));
  if (returnTo === undefined) return new Response(null, { status: 204, headers });
  return redirect(safeLocalPath(returnTo), { status: 303, headers });
}

export const loader = methodNotAllowed;

function methodNotAllowed({ request }: Pick<LoaderFunctionArgs, "request">): Promise<Response> {
  return errorResponse(request, "method-not-allowed", { headers: { Allow: "POST" } });
}

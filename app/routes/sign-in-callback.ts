import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { parseTimeZone } from "#app/domain/time.ts";
import { localeOf } from "#app/i18n/server.ts";
import { TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { finishSignIn } from "#app/server/auth/finish-sign-in.ts";
import { signInPath } from "#app/server/identity/sign-in-path.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { onlyRead, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";

/** GET /api/auth/callback/{provider}: where the providers send the browser back to. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  // Remix hands OPTIONS to loaders too.
  if (request.method !== "GET" && request.method !== "HEAD") onlyRead();
  const provider = context.services.config.signIn.find(({ name }) => name === params.provider)?.name;
  if (!provider) throw new Response(null, { status: 404 });
  const network = clientNetwork(request);
  if (network !== null && !(await context.services.rates.take("sign-in", "callback", network))) {
    // In the middle of the browser's way back: the page that it ends at says it, and the attempt is not spent.
    return redirect(signInPath({ returnTo: "/", problem: "too-many" }), { headers: RETRY_AFTER });
  }
  const locale = await localeOf(request);
  const timeZone = parseTimeZone(readPreferenceCookie(request, TIME_ZONE_COOKIE));
  const result = await finishSignIn(context.services, request, { provider, locale, timeZone });
  if (!result.ok) return redirect(signInPath({ returnTo: result.returnTo, problem: result.reason }));
  return redirect(result.returnTo, { headers: { "Set-Cookie": result.value.setCookie } });
}

export const action = onlyRead;

/** Never shown. With it the route is a page, so that a provider that is none of ours reads as an error page. */
export default function SignInCallback() {
  return null;
}

import { redirect } from "@remix-run/cloudflare";
import { authenticate, type Caller } from "#app/server/auth/session.ts";
import { signInPath } from "#app/server/auth/sign-in-path.ts";
import type { Services } from "#app/server/services.ts";

/** For pages: the signed-in caller, or a redirect to sign-in that returns to the requested page. */
export async function requireUser(request: Request, services: Services): Promise<Caller> {
  const caller = await authenticate(request, services);
  if (caller) return caller;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInPath({ returnTo: `${pathname}${search}` }));
}

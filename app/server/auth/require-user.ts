import { redirect } from "@remix-run/cloudflare";
import { authenticate, type SignedInUser } from "#app/server/auth/session.ts";
import { signInPath } from "#app/server/auth/sign-in-path.ts";
import type { Services } from "#app/server/services.ts";

/** For pages: the signed-in user, or a redirect to sign-in that comes back to where they were going. */
export async function requireUser(request: Request, services: Services): Promise<SignedInUser> {
  const user = await authenticate(request, services);
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInPath({ returnTo: `${pathname}${search}` }));
}

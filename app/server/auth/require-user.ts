import { redirect } from "@remix-run/cloudflare";
import { authenticate, type SignedInUser } from "#app/server/auth/session.ts";
import type { Services } from "#app/server/services.ts";

export const SIGN_IN_PATH = "/api/auth/signin";

/** For pages: the signed-in user, or a redirect to sign-in that comes back to where they were going. */
export async function requireUser(request: Request, services: Services): Promise<SignedInUser> {
  const user = await authenticate(request, services);
  if (user) return user;
  const { pathname, search } = new URL(request.url);
  const to = pathname === "/" && search === "" ? "" : `?${new URLSearchParams({ returnTo: `${pathname}${search}` })}`;
  throw redirect(`${SIGN_IN_PATH}${to}`);
}

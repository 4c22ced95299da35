import { authenticate, endSession } from "#app/server/auth/session.ts";
import type { Services } from "#app/server/services.ts";

/** Ends the browser's session; signing out twice is as good as once. */
export async function signOut(services: Services, request: Request): Promise<{ setCookie: string }> {
  const user = await authenticate(request, services);
  if (user) services.analytics.track("close session", { userId: user.id });
  return endSession(request, services);
}

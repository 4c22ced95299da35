import { redirect } from "@remix-run/cloudflare";
import { endSession as endpoint } from "#app/contracts/endpoints/account.ts";
import { safeLocalPath } from "#app/domain/account/return-path.ts";
import { sessionCookie } from "#app/server/auth/session.ts";
import { endSessionOf, signOutEverywhere } from "#app/server/auth/sign-out.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/**
 * POST /api/auth/signout_session: ends one session of the person, or all others. One that has ended already is no failure. With
 * `returnTo` the answer goes back there, else it is empty.
 */
export const action = apiRoute(endpoint, async ({ services, actor, body: { session, keys, returnTo } }) => {
  const { userId, sessionHash } = actor;
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (session === "others") {
    await signOutEverywhere(services, { userId, keep: sessionHash, endKeys: keys === "end" });
  } else {
    const { ended } = await endSessionOf(services, { userId, handle: session });
    if (ended === sessionHash) headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
  }
  if (returnTo === undefined) return new Response(null, { status: 204, headers });
  return redirect(safeLocalPath(returnTo), { status: 303, headers });
});
export const loader = action;

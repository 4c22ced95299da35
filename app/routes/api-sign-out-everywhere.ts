import { signOutEverywhere as endpoint } from "#app/contracts/endpoints/account.ts";
import { sessionCookie } from "#app/server/auth/session.ts";
import { signOutEverywhere } from "#app/server/auth/sign-out.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/auth/signout_everywhere: ends all sessions of the person, or all but the one that asks. */
export const action = apiRoute(endpoint, async ({ services, actor, body: { keepThis, endKeys } }) => {
  const ended = await signOutEverywhere(services, {
    userId: actor.userId,
    keep: keepThis ? actor.sessionHash : null,
    endKeys,
  });
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (!keepThis) headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
  return Response.json(ended, { headers });
});
export const loader = action;

import { reportAction as endpoint } from "#app/contracts/endpoints/account.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/**
 * An action of the page by its specified name (§2). Also from the sign-in page, so nobody needs to be signed in. Pages of a browser
 * that asks for privacy send nothing; its headers are respected here too.
 */
export const action = apiRoute(endpoint, async ({ request: { headers }, services, user, body }) => {
  const asksForPrivacy = headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";
  if (!asksForPrivacy) {
    services.analytics.track(body.event, { userId: user?.id ?? null, session: body.session ?? null });
  }
  return ok(null);
});

export const loader = action;

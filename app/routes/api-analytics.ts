import { reportAction as endpoint } from "#app/contracts/endpoints/account.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** An action of the page by its specified name (§2). Also from the sign-in page, so nobody needs to be signed in. */
export const action = apiRoute(endpoint, async ({ services, user, body }) => {
  services.analytics.track(body.event, { userId: user?.id ?? null });
  return ok(null);
});

export const loader = action;

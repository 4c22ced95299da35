import { readCredits as endpoint } from "#app/contracts/endpoints/account.ts";
import { ok } from "#app/domain/outcome.ts";
import { readCredits } from "#app/server/account/read-credits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/user/credits */
export const loader = apiRoute(endpoint, async ({ services, actor, user }) =>
  ok(await readCredits(services, { actor, user })),
);
export const action = loader;

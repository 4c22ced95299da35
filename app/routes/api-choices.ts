import { redirect } from "@remix-run/cloudflare";
import { saveChoices as endpoint } from "#app/contracts/endpoints/account.ts";
import { safeLocalPath } from "#app/domain/account/return-path.ts";
import { saveChoices } from "#app/server/account/choices.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/user/choices: with `returnTo` the answer goes back there, else it is empty. */
export const action = apiRoute(endpoint, async ({ services, actor, body }) => {
  const saved = await saveChoices(services, actor, body);
  if (!saved.ok || body.returnTo === undefined) return saved;
  return redirect(safeLocalPath(body.returnTo), { status: 303 });
});
export const loader = action;

import { redirect } from "@remix-run/cloudflare";
import { askToConfirmAddress as endpoint } from "#app/contracts/endpoints/account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { askToConfirm } from "#app/server/mail/confirm-address.ts";

/** POST /api/acta/user/mail_address: the answer leads back to the settings, which say how it ended. */
export const action = apiRoute(endpoint, async ({ services, actor, body }) => {
  const end = await askToConfirm(services, actor.userId, body.address);
  return redirect(`/settings?address=${end}#notifications`, 303);
});
export const loader = action;

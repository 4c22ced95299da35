import { redirect } from "@remix-run/cloudflare";
import { askToConfirmAddress as endpoint } from "#app/contracts/endpoints/account.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { AddressEnd } from "#app/domain/mail/mail-settings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { askToConfirm } from "#app/server/mail/confirm-address.ts";
import { removeAddress, takeBackAddress } from "#app/server/mail/take-back-address.ts";

const leadTo = (end: AddressEnd) => redirect(`/settings?address=${end}#notifications`, 303);

/** POST /api/acta/user/mail_address: the answer leads back to the settings, which say how it ended. */
export const action = apiRoute(endpoint, async ({ services, actor, body }) => {
  switch (body.act) {
    case "ask":
      return leadTo(await askToConfirm(services, actor, body.address));
    case "remove":
      await removeAddress(services, actor.userId);
      return leadTo("removed");
    case "take-back":
      await takeBackAddress(services, { userId: actor.userId, address: body.address });
      return leadTo("takenBack");
    default:
      return assertNever(body.act);
  }
});
export const loader = action;

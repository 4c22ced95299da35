import { deleteAccount as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { localeOf } from "#app/i18n/server.ts";
import { requestDeletion } from "#app/server/account/delete-account.ts";
import { sessionCookie } from "#app/server/auth/session.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/user/delete: deletes the account and everything in it. The session ends with the answer. */
export const action = apiRoute(endpoint, async ({ request, services, actor, user, body }) => {
  const { confirmation } = body;
  const asked = await requestDeletion(services, { actor, user }, { confirmation, locale: await localeOf(request) });
  if (!asked.ok) return asked;
  const headers = new Headers({ "Cache-Control": "no-store" });
  headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
  return new Response(null, { status: 204, headers });
});
export const loader = action;

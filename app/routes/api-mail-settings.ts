import { changeMailSettings, readMailSettings as readEndpoint } from "#app/contracts/endpoints/account.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { readMailSettings, saveMailPreferences } from "#app/server/mail/mail-preferences.ts";

/** GET /api/acta/user/mail: the mails that the person wants, and those that did not arrive. */
const read = apiRoute(readEndpoint, async ({ services, actor }) => ok(await readMailSettings(services, actor)));

/** PATCH: kinds are switched on or off. */
const change = apiRoute(changeMailSettings, async ({ services, actor, body }) => {
  await saveMailPreferences(services, actor.userId, body);
  return ok(await readMailSettings(services, actor));
});

export const loader = apiRoutes(read, change);
export const action = loader;

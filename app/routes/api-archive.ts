import { downloadArchive as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { localeOf } from "#app/i18n/server.ts";
import { downloadArchive } from "#app/server/account/download-archive.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/user/archive: everything that Acta stores for the person, as one ZIP. */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) =>
  downloadArchive(services, { caller: { actor, user }, locale: await localeOf(request) }, request),
);
export const action = loader;

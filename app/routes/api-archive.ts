import { downloadArchive as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { downloadArchive } from "#app/server/account/download-archive.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";

/** GET /api/acta/user/archive: everything that Acta stores for the person, as one ZIP. */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) =>
  sendFile(request, ok(downloadArchive(services, { caller: { actor, user }, locale: await localeOf(request) }))),
);
export const action = loader;

import { exportShared as endpoint } from "#app/contracts/endpoints/shares.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { exportShared } from "#app/server/sharing/open-shared.ts";

/** GET /s/:token/export/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const { token, format } = params;
  const locale = await localeOf(request);
  const transcript = asksForTranscript(request);
  return sendFile(request, await exportShared(services, { token, format, locale, transcript }));
});
export const action = loader;

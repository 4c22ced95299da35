import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { exportTemplate } from "#app/server/templates/export-template.ts";

/** GET /api/acta/templates/:templateId/export: a file of JSON. */
export const loader = apiRoute(endpoints.exportTemplate, async ({ params, services, actor, request }) => {
  const file = await exportTemplate(services, actor, { id: params.templateId, locale: await localeOf(request) });
  return sendFile(request, file);
});
export const action = loader;

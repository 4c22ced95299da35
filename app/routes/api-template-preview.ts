import * as endpoints from "#app/contracts/endpoints/templates.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { previewTemplate } from "#app/server/templates/preview-template.ts";

/** POST /api/acta/templates/preview */
export const loader = apiRoute(endpoints.previewTemplate, async ({ services, actor, body, request }) =>
  previewTemplate(services, actor, { ...body, locale: await localeOf(request), signal: request.signal }),
);
export const action = loader;

import * as endpoints from "#app/contracts/endpoints/template-links.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { shareWithTeam, takeFromTeam } from "#app/server/templates/team-template.ts";

/** /api/acta/templates/:templateId/team: whether the template is the team's. */
export const loader = apiRoutes(
  apiRoute(endpoints.shareTemplateWithTeam, async ({ params, services, actor, request }) =>
    shareWithTeam(services, actor, { ...params, locale: await localeOf(request) }),
  ),
  apiRoute(endpoints.takeTemplateFromTeam, ({ params, services, actor }) =>
    takeFromTeam(services, actor, params.templateId),
  ),
);
export const action = loader;

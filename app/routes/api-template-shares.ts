import * as endpoints from "#app/contracts/endpoints/template-links.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { createShare, listShares } from "#app/server/templates/share-template.ts";

/** /api/acta/templates/:templateId/shares: the links of a template. */
export const loader = apiRoutes(
  apiRoute(endpoints.listTemplateShares, ({ params, services, actor }) =>
    listShares(services, actor, params.templateId),
  ),
  apiRoute(endpoints.createTemplateShare, ({ params, services, actor }) =>
    createShare(services, actor, params.templateId),
  ),
);
export const action = loader;

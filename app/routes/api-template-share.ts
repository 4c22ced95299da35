import * as endpoints from "#app/contracts/endpoints/template-links.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { revokeShare } from "#app/server/templates/share-template.ts";

/** DELETE /api/acta/templates/:templateId/shares/:linkId */
export const loader = apiRoute(endpoints.revokeTemplateShare, ({ params, services, actor }) =>
  revokeShare(services, actor, params),
);
export const action = loader;

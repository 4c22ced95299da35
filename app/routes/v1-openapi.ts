import document from "virtual:api-document";
import { v1Describe as endpoint } from "#app/contracts/endpoints/public.ts";
import { documentAt } from "#app/server/http/api-operations.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { taggedText } from "#app/server/http/entity-tag.ts";

/** GET /api/v1/openapi.json */
export const loader = apiRoute(endpoint, ({ request, services }) =>
  taggedText(request, documentAt(services.config.origin, document), "application/json"),
);
export const action = loader;

import { v1Describe as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { describeApi } from "#app/server/http/describe-api.ts";

/** GET /api/v1/openapi.json */
export const loader = apiRoute(endpoint, async ({ services }) =>
  Response.json(await describeApi(services.config.origin), { headers: { "Cache-Control": "no-store" } }),
);
export const action = loader;

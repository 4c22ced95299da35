import { exportShared as endpoint } from "#app/contracts/endpoints/shares.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { exportShared } from "#app/server/sharing/open-shared.ts";

/** GET /s/:token/export/:format */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const exported = await exportShared(services, { token: params.token, format: params.format, request });
  return exported.ok ? exported.value : exported;
});
export const action = loader;

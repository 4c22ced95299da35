import { downloadSharedPdf as endpoint } from "#app/contracts/endpoints/shares.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { downloadSharedPdf } from "#app/server/sharing/open-shared.ts";

/** GET /s/:token/pdf */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const outcome = await downloadSharedPdf(services, { token: params.token, request });
  return outcome.ok ? outcome.value : outcome;
});
export const action = loader;

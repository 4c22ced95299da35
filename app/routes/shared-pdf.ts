import { downloadSharedPdf as endpoint } from "#app/contracts/endpoints/shared-files.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { downloadSharedPaper } from "#app/server/sharing/download-shared-paper.ts";

/** GET /s/:token/pdf */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const outcome = await downloadSharedPaper(services, { token: params.token, request });
  return outcome.ok ? outcome.value : outcome;
});
export const action = loader;

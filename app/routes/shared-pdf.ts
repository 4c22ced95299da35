import { downloadSharedPdf as endpoint } from "#app/contracts/endpoints/shares.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { downloadSharedPdf } from "#app/server/sharing/open-shared.ts";

/** GET /s/:token/pdf */
export const loader = apiRoute(endpoint, async ({ request, params, services }) =>
  sendFile(request, await downloadSharedPdf(services, params.token)),
);
export const action = loader;

import { readScreenshot as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { readScreenshot } from "#app/server/meetings/change-call.ts";

/** GET /api/acta/meetings/:meetId/call/screenshot: what the bot saw when it failed. */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) =>
  sendFile(request, await readScreenshot(services, actor, params.meetId)),
);
export const action = loader;

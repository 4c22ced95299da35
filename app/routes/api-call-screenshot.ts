import { readScreenshot as endpoint } from "#app/contracts/endpoints/calls.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readScreenshot } from "#app/server/meetings/change-call.ts";

/** GET /api/acta/meetings/:meetId/call/screenshot: what the bot saw when it failed. */
export const loader = apiRoute(endpoint, async ({ params, services, actor }) => {
  const read = await readScreenshot(services, actor, params.meetId);
  return read.ok ? read.value : read;
});
export const action = loader;

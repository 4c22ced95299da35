import { v1ReadTranscript as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { sendTranscript } from "#app/server/meetings/send-transcript.ts";

/** GET /api/v1/meetings/:meetId/transcript */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) =>
  sendFile(request, await sendTranscript(services, actor, params.meetId)),
);
export const action = loader;

import { downloadReplacedTranscript as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { sendReplacedTranscript } from "#app/server/meetings/give-transcript.ts";

/** GET /api/acta/meetings/:meetId/transcript/replaced */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) =>
  sendFile(request, await sendReplacedTranscript(services, actor, params.meetId)),
);
export const action = loader;

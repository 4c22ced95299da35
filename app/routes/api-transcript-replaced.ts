import { downloadReplacedTranscript as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendReplacedTranscript } from "#app/server/meetings/give-transcript.ts";

/** GET /api/acta/meetings/:meetId/transcript/replaced */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const sent = await sendReplacedTranscript(services, actor, { meetId: params.meetId, request });
  return sent.ok ? sent.value : sent;
});
export const action = loader;

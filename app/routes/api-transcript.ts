import { readTranscript as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendTranscript } from "#app/server/meetings/send-transcript.ts";

/** GET /api/acta/meetings/:meetId/transcript */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const sent = await sendTranscript(services, actor, { meetId: params.meetId, request });
  return sent.ok ? sent.value : sent;
});
export const action = loader;

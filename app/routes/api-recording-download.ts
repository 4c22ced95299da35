import { downloadRecording as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { playRecording } from "#app/server/meetings/play-recording.ts";

/** GET /api/acta/meetings/:meetId/recording/download */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) => {
  const played = await playRecording(services, actor, { meetId: params.meetId, request, asFile: true });
  return played.ok ? played.value : played;
});
export const action = loader;

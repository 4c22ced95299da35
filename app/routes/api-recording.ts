import { playRecording as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { playRecording } from "#app/server/meetings/play-recording.ts";

/** GET /api/acta/meetings/:meetId/recording */
export const loader = apiRoute(endpoint, async ({ request, params, services, actor }) =>
  sendFile(request, await playRecording(services, actor, { meetId: params.meetId })),
);
export const action = loader;

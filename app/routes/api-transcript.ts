import { giveTranscript as give, readTranscript as read } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { giveTranscript } from "#app/server/meetings/give-transcript.ts";
import { sendTranscript } from "#app/server/meetings/send-transcript.ts";

/** GET and PUT /api/acta/meetings/:meetId/transcript */
export const loader = apiRoutes(
  apiRoute(read, async ({ request, params, services, actor }) =>
    sendFile(request, await sendTranscript(services, actor, params.meetId)),
  ),
  apiRoute(give, ({ params, body, services, actor }) =>
    giveTranscript(services, actor, { meetId: params.meetId, bytes: body.file }),
  ),
);
export const action = loader;

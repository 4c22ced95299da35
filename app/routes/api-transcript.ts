import { apiRoute } from "#app/server/http/api-route.ts";
import { sendTranscript } from "#app/server/meetings/send-transcript.ts";

/** GET /api/acta/meetings/:meetId/transcript */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  failure: "error.notAvailable",
  answer: async ({ request, params, services, actor }) => {
    const sent = await sendTranscript(services, actor, { meetId: params.meetId, request });
    return sent.ok ? sent.value : sent;
  },
});
export const action = loader;

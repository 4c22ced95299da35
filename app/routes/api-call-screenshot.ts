import { apiRoute } from "#app/server/http/api-route.ts";
import { readScreenshot } from "#app/server/meetings/change-call.ts";

/** GET /api/acta/meetings/:meetId/call/screenshot: what the bot saw when it failed. */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  failure: "error.notAvailable",
  answer: async ({ params, services, actor }) => {
    const read = await readScreenshot(services, actor, params.meetId);
    return read.ok ? read.value : read;
  },
});
export const action = loader;

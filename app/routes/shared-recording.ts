import { apiRoute } from "#app/server/http/api-route.ts";
import { playShared } from "#app/server/sharing/play-shared.ts";

/** GET /s/:token/recording */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "anyone",
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
  answer: async ({ request, params, services }) => {
    const played = await playShared(services, { token: params.token, request });
    return played.ok ? played.value : played;
  },
});
export const action = loader;

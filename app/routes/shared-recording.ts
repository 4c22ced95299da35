import { playShared as endpoint } from "#app/contracts/endpoints/shares.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { playShared } from "#app/server/sharing/open-shared.ts";

/** GET /s/:token/recording */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const played = await playShared(services, { token: params.token, request });
  return played.ok ? played.value : played;
});
export const action = loader;

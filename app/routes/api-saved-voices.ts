import { changeVoiceMemory, saveVoice } from "#app/contracts/endpoints/voices.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeMemory, rememberVoice } from "#app/server/voices/saved-voices.ts";

/** PUT and POST /api/acta/user/voices */
export const action = apiRoutes(
  apiRoute(changeVoiceMemory, async ({ services, actor, body }) => ok(await changeMemory(services, actor, body))),
  apiRoute(saveVoice, ({ services, actor, body }) => rememberVoice(services, actor, body)),
);
export const loader = action;

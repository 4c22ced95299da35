import * as voices from "#app/contracts/endpoints/voices.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { changeMemory, forgetVoice, rememberVoice } from "#app/server/voices/saved-voices.ts";

/** Voices that Acta remembers for a person. */
export const voiceRoutes: readonly ApiRoute[] = [
  apiRoute(voices.changeVoiceMemory, async ({ services, actor, body }) =>
    ok(await changeMemory(services, actor, body)),
  ),
  apiRoute(voices.saveVoice, ({ services, actor, body }) => rememberVoice(services, actor, body)),
  apiRoute(voices.deleteVoice, ({ services, actor, params }) => forgetVoice(services, actor, params.voiceId)),
];

import { deleteVoice as endpoint } from "#app/contracts/endpoints/voices.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { forgetVoice } from "#app/server/voices/saved-voices.ts";

/** DELETE /api/acta/user/voices/:voiceId */
export const action = apiRoute(endpoint, ({ services, actor, params }) => forgetVoice(services, actor, params.voiceId));
export const loader = action;

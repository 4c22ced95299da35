import { signSound as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { signSound } from "#app/server/uploads/sign-sound.ts";

/** POST /api/acta/upload_sound: the sound of an upload, window by window, ahead of its video. */
export const loader = apiRoute(endpoint, ({ services, actor, user, body }) =>
  signSound(services, { actor, user }, body),
);
export const action = loader;

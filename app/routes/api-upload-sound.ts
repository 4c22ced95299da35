import { uploadSoundPayload } from "#app/contracts/upload.ts";
import { SOUND_BODY_BYTES_MAX } from "#app/domain/limits/sound-first.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { signSound } from "#app/server/uploads/sign-sound.ts";

/** POST /api/acta/upload_sound: the sound of an upload, window by window, ahead of its video. */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "parts", counted: "sound" },
  body: uploadSoundPayload,
  bodyBytesMax: SOUND_BODY_BYTES_MAX,
  failure: "error.uploadFile",
  answer: ({ services, actor, user, body }) => signSound(services, { actor, user }, body),
});
export const action = loader;

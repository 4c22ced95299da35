import { uploadPartsPayload } from "#app/contracts/upload.ts";
import { UPLOAD_PARTS_BODY_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { signParts } from "#app/server/uploads/sign-parts.ts";

/** POST /api/acta/upload_parts: which parts have landed, and where the next ones go. */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "parts", counted: "parts" },
  body: uploadPartsPayload,
  bodyBytesMax: UPLOAD_PARTS_BODY_BYTES_MAX,
  failure: "error.uploadFile",
  answer: ({ services, actor, body }) => signParts(services, actor, body),
});
export const action = loader;

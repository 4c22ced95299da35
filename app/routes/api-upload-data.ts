import { uploadDataPayload } from "#app/contracts/upload.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { finishUpload } from "#app/server/meetings/finish-upload.ts";

/** POST /api/acta/upload_data */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "upload", counted: "upload-data" },
  body: uploadDataPayload,
  failure: "error.uploadFile",
  answer: ({ services, actor, user, body }) => finishUpload(services, { actor, user }, body),
});
export const action = loader;

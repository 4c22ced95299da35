import { meetingPayload } from "#app/contracts/upload.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { startUpload } from "#app/server/meetings/start-upload.ts";

/** POST /api/acta/upload */
export const loader = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "upload", counted: "upload" },
  body: meetingPayload,
  failure: "error.uploadFile",
  answer: ({ services, actor, user, body }) => startUpload(services, { actor, user }, body),
});
export const action = loader;

import { apiRoute } from "#app/server/http/api-route.ts";
import { cancelUpload } from "#app/server/uploads/cancel-upload.ts";

/** DELETE /api/acta/uploads/:meetId: an upload in parts is given up. */
export const loader = apiRoute({
  methods: ["DELETE"],
  who: "user",
  rate: { limit: "retry", counted: "upload-cancel" },
  failure: "error.somethingWrong",
  answer: ({ params, services, actor }) => cancelUpload(services, actor, params.meetId),
});
export const action = loader;

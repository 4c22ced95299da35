import { startUpload as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { startUpload } from "#app/server/meetings/start-upload.ts";

/** POST /api/acta/upload */
export const loader = apiRoute(endpoint, ({ services, actor, user, body }) =>
  startUpload(services, { actor, user }, body),
);
export const action = loader;

import { finishUpload as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { finishUpload } from "#app/server/meetings/finish-upload.ts";

/** POST /api/acta/upload_data */
export const loader = apiRoute(endpoint, ({ services, actor, user, body }) =>
  finishUpload(services, { actor, user }, body),
);
export const action = loader;

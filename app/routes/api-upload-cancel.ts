import { cancelUpload as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { cancelUpload } from "#app/server/uploads/cancel-upload.ts";

/** DELETE /api/acta/uploads/:meetId: an upload in parts is given up. */
export const loader = apiRoute(endpoint, ({ params, services, actor }) => cancelUpload(services, actor, params.meetId));
export const action = loader;

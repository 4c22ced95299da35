import { listUploads as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";

/** GET /api/acta/uploads: what was begun in parts and waits for its file. */
export const loader = apiRoute(endpoint, ({ services, actor }) => listUploads(services, actor));
export const action = loader;

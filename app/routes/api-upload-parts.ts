import { signParts as endpoint } from "#app/contracts/endpoints/uploads.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { signParts } from "#app/server/uploads/parts.ts";

/** POST /api/acta/upload_parts: which parts have landed, and where the next ones go. */
export const loader = apiRoute(endpoint, ({ services, actor, body }) => signParts(services, actor, body));
export const action = loader;

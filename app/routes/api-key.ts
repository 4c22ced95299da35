import { revokeKey as endpoint } from "#app/contracts/endpoints/keys.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { revokeKey } from "#app/server/keys/change-keys.ts";

/** DELETE /api/acta/keys/:key_id */
export const loader = apiRoute(endpoint, ({ services, actor, params }) => revokeKey(services, actor, params.key_id));
export const action = loader;

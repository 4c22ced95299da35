import { v1StartUpload as endpoint } from "#app/contracts/endpoints/public-changes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { makeUpload } from "#app/server/programs/make-meeting.ts";

/** POST /api/v1/uploads */
export const loader = apiRoute(endpoint, ({ request, services, actor, user, body }) =>
  makeUpload(services, { actor, user }, { key: request.headers.get("Idempotency-Key"), body }),
);
export const action = loader;

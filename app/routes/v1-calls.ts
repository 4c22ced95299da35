import { v1InviteActa as endpoint } from "#app/contracts/endpoints/public-changes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { makeCall } from "#app/server/programs/make-meeting.ts";

/** POST /api/v1/calls */
export const loader = apiRoute(endpoint, ({ request, services, actor, user, body }) =>
  makeCall(services, { actor, user }, { key: request.headers.get("Idempotency-Key"), body }),
);
export const action = loader;

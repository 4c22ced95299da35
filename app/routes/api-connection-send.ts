import { sendMinutes as endpoint } from "#app/contracts/endpoints/connections.ts";
import { sendMinutes } from "#app/server/connections/send-minutes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/connections/:connection_id/send/:meetId */
export const loader = apiRoute(endpoint, ({ services, actor, params, body }) =>
  sendMinutes(services, actor, {
    connectionId: params.connection_id,
    meetId: params.meetId,
    contacts: body.contacts ?? null,
    placeId: body.placeId ?? null,
    key: body.key ?? null,
  }),
);
export const action = loader;

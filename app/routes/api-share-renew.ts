import { renewShare as endpoint } from "#app/contracts/endpoints/shares.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { renewShare } from "#app/server/sharing/share-meeting.ts";

/** POST /api/acta/meetings/:meetId/shares/renew: another address; the one before is dead. */
export const action = apiRoute(endpoint, ({ params, services, actor }) =>
  renewShare(services, { actor, meetId: params.meetId }),
);
export const loader = action;

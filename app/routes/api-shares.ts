import * as endpoints from "#app/contracts/endpoints/shares.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeShare, readShare, restoreShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";

/** /api/acta/meetings/:meetId/shares: the link of a meeting. */
export const loader = apiRoutes(
  apiRoute(endpoints.readShare, ({ params, services, actor }) => readShare(services, { actor, meetId: params.meetId })),
  apiRoute(endpoints.createShare, ({ params, services, actor }) =>
    shareMeeting(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(endpoints.changeShare, ({ params, services, actor, body }) =>
    changeShare(services, { actor, meetId: params.meetId }, body),
  ),
  apiRoute(endpoints.revokeShare, ({ params, services, actor }) =>
    revokeShare(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(endpoints.restoreShare, ({ params, services, actor }) =>
    restoreShare(services, { actor, meetId: params.meetId }),
  ),
);
export const action = loader;

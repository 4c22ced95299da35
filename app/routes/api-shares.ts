import * as endpoints from "#app/contracts/endpoints/shares.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeShare, readShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";

/** /api/acta/meetings/:meetId/shares: the link of a meeting. */
export const loader = apiRoutes(
  apiRoute(endpoints.readShare, ({ params, services, user }) =>
    readShare(services, { userId: user.id, meetId: params.meetId }),
  ),
  apiRoute(endpoints.createShare, ({ params, services, user }) =>
    shareMeeting(services, { userId: user.id, meetId: params.meetId }),
  ),
  apiRoute(endpoints.changeShare, ({ params, services, user, body }) =>
    changeShare(services, { userId: user.id, meetId: params.meetId }, body),
  ),
  apiRoute(endpoints.revokeShare, ({ params, services, user }) =>
    revokeShare(services, { userId: user.id, meetId: params.meetId }),
  ),
);
export const action = loader;

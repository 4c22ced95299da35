import { v1DeleteMeeting as endpoint } from "#app/contracts/endpoints/public.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";

/** /api/v1/meetings/:meetId */
export const loader = apiRoute(endpoint, ({ params, services, actor }) =>
  deleteMeeting(services, { actor, meetId: params.meetId }),
);
export const action = loader;

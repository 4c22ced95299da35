import { retryMeeting as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { retryMeeting } from "#app/server/meetings/retry-meeting.ts";

/** POST /api/acta/meetings/:meetId/retry: the failed step again. */
export const action = apiRoute(endpoint, ({ params, services, actor }) => retryMeeting(services, actor, params.meetId));
export const loader = action;

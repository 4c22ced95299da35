import * as splits from "#app/contracts/endpoints/splits.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { planSplit, splitMeeting, unsplitMeeting } from "#app/server/meetings/split-meeting.ts";

/** One recording of two meetings. */
export const splitRoutes: readonly ApiRoute[] = [
  apiRoute(splits.readSplitPlan, ({ request, params, services, actor }) =>
    planSplit(services, actor, { meetId: params.meetId, at: new URL(request.url).searchParams.get("at") }),
  ),
  apiRoute(splits.splitMeeting, ({ params, body, services, actor }) =>
    splitMeeting(services, actor, { meetId: params.meetId, ...body }),
  ),
  apiRoute(splits.unsplitMeeting, ({ params, services, actor }) => unsplitMeeting(services, actor, params.meetId)),
];

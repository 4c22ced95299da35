import * as merges from "#app/contracts/endpoints/merges.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { listMergeable, mergeMeetings, unmergeMeeting } from "#app/server/meetings/merge-meetings.ts";

/** Two recordings of one meeting. */
export const mergeRoutes: readonly ApiRoute[] = [
  apiRoute(merges.readMergeChoices, ({ request, params, services, actor }) =>
    listMergeable(services, actor, { meetId: params.meetId, wanted: new URL(request.url).searchParams.get("with") }),
  ),
  apiRoute(merges.mergeMeetings, ({ params, body, services, actor }) =>
    mergeMeetings(services, actor, { meetId: params.meetId, ...body }),
  ),
  apiRoute(merges.unmergeMeeting, ({ params, services, actor }) => unmergeMeeting(services, actor, params.meetId)),
];

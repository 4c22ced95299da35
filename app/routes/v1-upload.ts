import { v1FinishUpload as endpoint } from "#app/contracts/endpoints/public-changes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { finishMeeting } from "#app/server/programs/make-meeting.ts";

/** POST /api/v1/uploads/:meetId: the file is there. */
export const loader = apiRoute(endpoint, ({ services, actor, user, params }) =>
  finishMeeting(services, { actor, user }, params.meetId),
);
export const action = loader;

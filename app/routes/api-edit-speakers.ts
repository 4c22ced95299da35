import { readSpeakers, nameSpeakers } from "#app/contracts/endpoints/edits.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { offerNames } from "#app/server/words/offer-names.ts";

/** GET /api/acta/meetings/:meetId/speakers: the labels of the source, who stands behind each, and who may. */
const read = apiRoute(readSpeakers, ({ params, services, actor }) => offerNames(services, actor, params.meetId));

/** POST: names them, once for the whole meeting. */
const change = apiRoute(nameSpeakers, ({ params, services, actor, body }) =>
  editMeeting(services, actor, params.meetId, { type: "name-speakers", ...body }),
);

export const loader = apiRoutes(read, change);
export const action = loader;

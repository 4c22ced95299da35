import { saveSummary as endpoint } from "#app/contracts/endpoints/edits.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { saveSummaryEdit } from "#app/server/meetings/edit-meeting.ts";

/** POST /api/acta/meetings/:meetId/summary: minutes as a person changed them. */
export const action = apiRoute(endpoint, ({ params, services, actor, body }) =>
  saveSummaryEdit(services, actor, { meetId: params.meetId, edit: body }),
);
export const loader = action;

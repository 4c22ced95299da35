import { summaryEdit } from "#app/contracts/meeting-edits.ts";
import { SUMMARY_EDIT_BYTES_MAX } from "#app/domain/limits/minutes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { saveSummaryEdit } from "#app/server/meetings/save-summary-edit.ts";

/** POST /api/acta/meetings/:meetId/summary: minutes as a person changed them. */
export const action = apiRoute({
  methods: ["POST"],
  who: "user",
  rate: { limit: "edit", counted: "edit-summary" },
  body: summaryEdit,
  bodyBytesMax: SUMMARY_EDIT_BYTES_MAX,
  failure: "error.saveMeeting",
  answer: ({ params, services, user, body }) =>
    saveSummaryEdit(services, user.id, { meetId: params.meetId, edit: body }),
});
export const loader = action;

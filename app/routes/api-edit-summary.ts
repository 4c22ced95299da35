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
  async answer({ params, request, services, actor, body }) {
    const saved = await saveSummaryEdit(services, actor, { meetId: params.meetId, edit: body, request });
    return saved.ok && saved.value instanceof Response ? saved.value : saved;
  },
});
export const loader = action;

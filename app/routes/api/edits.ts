import * as edits from "#app/contracts/endpoints/edits.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits, rewriteMeeting, saveSummaryEdit } from "#app/server/meetings/edit-meeting.ts";
import { offerNames } from "#app/server/words/offer-names.ts";

/** Changes of minutes, speakers, transcript and tasks. */
export const editRoutes: readonly ApiRoute[] = [
  apiRoute(edits.saveSummary, ({ params, services, actor, body }) =>
    saveSummaryEdit(services, actor, { meetId: params.meetId, edit: body }),
  ),
  apiRoute(edits.listVersions, ({ params, services, actor }) =>
    readMeetingEdits(services, actor, params.meetId, { about: "versions" }),
  ),
  apiRoute(edits.readVersion, ({ params: { meetId, version }, services, actor }) =>
    readMeetingEdits(services, actor, meetId, { about: "version", version }),
  ),
  apiRoute(edits.bringBackVersion, ({ params: { meetId, version }, services, actor, body: { saveId } }) =>
    editMeeting(services, actor, meetId, { type: "bring-back", saveId, version }),
  ),
  apiRoute(edits.readSpeakers, ({ params, services, actor }) => offerNames(services, actor, params.meetId)),
  apiRoute(edits.nameSpeakers, ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, { type: "name-speakers", ...body }),
  ),
  apiRoute(edits.countSpeakers, ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, { type: "count-speakers", ...body }),
  ),
  apiRoute(edits.assignSegments, ({ params, services, actor, body }) => {
    if ("undo" in body) {
      return editMeeting(services, actor, params.meetId, { type: "undo-split", saveId: body.saveId, of: body.undo });
    }
    const { alike, ...lines } = body;
    return editMeeting(services, actor, params.meetId, { type: alike ? "split-speaker" : "assign-segments", ...lines });
  }),
  apiRoute(edits.readSegment, ({ params, services, actor }) =>
    readMeetingEdits(services, actor, params.meetId, { about: "segment", segmentId: params.segmentId }),
  ),
  apiRoute(edits.correctSegment, ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, {
      type: "correct-segment",
      segmentId: params.segmentId,
      ...body,
    }),
  ),
  apiRoute(edits.tickTask, ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, { type: "tick-task", ...body }),
  ),
  apiRoute(edits.readRewrite, ({ params, services, actor }) =>
    readMeetingEdits(services, actor, params.meetId, { about: "rewrite" }),
  ),
  apiRoute(edits.rewriteMinutes, ({ params, services, actor, body }) =>
    rewriteMeeting(services, actor, params.meetId, body),
  ),
  apiRoute(edits.transcribeMeeting, ({ params, services, actor, body }) =>
    editMeeting(services, actor, params.meetId, { type: "transcribe-in", ...body }),
  ),
];

import { VIEWER_HEADER, viewerHeader } from "#app/contracts/live-viewer.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingObjectStub, MeetingProcess } from "#app/server/ports/meeting-process.ts";

/** The use cases' meetings, each an object of its own. `stubOf` is the one function that makes stubs (workers/compose.ts). */
export function meetingObjectProcess(stubOf: (meetId: MeetId) => MeetingObjectStub): MeetingProcess {
  return {
    begin: (birth) => stubOf(birth.meetId).begin(birth),
    acceptUpload: (meetId, ownerUserId, details) => stubOf(meetId).acceptUpload(ownerUserId, details),
    view: (meetId, viewer) => stubOf(meetId).view(viewer),
    recording: (meetId) => stubOf(meetId).recording(),
    retry: (meetId) => stubOf(meetId).retry(),
    discard: (meetId) => stubOf(meetId).discard(),
    connect(meetId, viewer, request) {
      // A request of our own: nothing that the page sent reaches the object, its cookie least of all.
      const headers = new Headers({ Upgrade: "websocket", [VIEWER_HEADER]: viewerHeader(viewer) });
      return stubOf(meetId).fetch(new Request(request.url, { headers }));
    },
  };
}

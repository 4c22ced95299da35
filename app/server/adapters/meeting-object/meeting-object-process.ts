import { VIEWER_HEADER, viewerHeader } from "#app/contracts/live-viewer.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import { byMeeting } from "#app/server/adapters/meeting-object/by-meeting.ts";
import type { MeetingObjectMethods, MeetingObjectStub, MeetingProcess } from "#app/server/ports/meeting-process.ts";

/** The meeting objects of use cases. `stubOf` is the one function that makes stubs (workers/compose.ts). */
export function meetingObjectProcess(stubOf: (meetId: MeetId) => MeetingObjectStub): MeetingProcess {
  const connect: MeetingProcess["connect"] = (meetId, live, request) => {
    // A new request: nothing that the page sent reaches the object, its cookie least of all.
    const headers = new Headers({ Upgrade: "websocket", [VIEWER_HEADER]: viewerHeader(live) });
    return answered(stubOf(meetId).fetch(new Request(request.url, { headers })));
  };
  return Object.assign(Object.create(byMeeting<MeetingObjectMethods>(stubOf)), { connect });
}

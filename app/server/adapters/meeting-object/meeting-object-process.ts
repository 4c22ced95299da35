import { VIEWER_HEADER, viewerHeader } from "#app/contracts/live-viewer.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import type { MeetingObjectStub, MeetingProcess } from "#app/server/ports/meeting-process.ts";

/** The use cases' meetings, each an object of its own. `stubOf` is the one function that makes stubs (workers/compose.ts). */
export function meetingObjectProcess(stubOf: (meetId: MeetId) => MeetingObjectStub): MeetingProcess {
  return {
    begin: (birth) => answered(stubOf(birth.meetId).begin(birth)),
    acceptUpload: (meetId, createdBy, details, transcript) =>
      answered(stubOf(meetId).acceptUpload(createdBy, details, transcript)),
    takeSound: (meetId, createdBy, asked) => answered(stubOf(meetId).takeSound(createdBy, asked)),
    missVideo: (meetId) => answered(stubOf(meetId).missVideo()),
    hasUnclaimedBytes: (meetId) => answered(stubOf(meetId).hasUnclaimedBytes()),
    takesPut: (meetId, key) => answered(stubOf(meetId).takesPut(key)),
    view: (meetId, viewer) => answered(stubOf(meetId).view(viewer)),
    sharedView: (meetId, viewer) => answered(stubOf(meetId).sharedView(viewer)),
    recording: (meetId) => answered(stubOf(meetId).recording()),
    pdf: (meetId, viewer, asked) => answered(stubOf(meetId).pdf(viewer, asked)),
    retry: (meetId) => answered(stubOf(meetId).retry()),
    onCallEvent: (meetId, published) => answered(stubOf(meetId).onCallEvent(published)),
    stopCall: (meetId) => answered(stubOf(meetId).stopCall()),
    askAgain: (meetId) => answered(stubOf(meetId).askAgain()),
    answerRequest: (meetId, answer) => answered(stubOf(meetId).answerRequest(answer)),
    cancel: (meetId) => answered(stubOf(meetId).cancel()),
    change: (meetId, change) => answered(stubOf(meetId).change(change)),
    screenshot: (meetId) => answered(stubOf(meetId).screenshot()),
    discard: (meetId) => answered(stubOf(meetId).discard()),
    restore: (meetId) => answered(stubOf(meetId).restore()),
    closeStreams: (meetId, sessionHash) => answered(stubOf(meetId).closeStreams(sessionHash)),
    connect(meetId, live, request) {
      // A request of our own: nothing that the page sent reaches the object, its cookie least of all.
      const headers = new Headers({ Upgrade: "websocket", [VIEWER_HEADER]: viewerHeader(live) });
      return answered(stubOf(meetId).fetch(new Request(request.url, { headers })));
    },
  };
}

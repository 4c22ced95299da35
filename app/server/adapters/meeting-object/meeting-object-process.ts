import { VIEWER_HEADER, viewerHeader } from "#app/contracts/live-viewer.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingObjectStub, MeetingProcess } from "#app/server/ports/meeting-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** The use cases' meetings, each an object of its own. `stubOf` is the one function that makes stubs (workers/compose.ts). */
export function meetingObjectProcess(stubOf: (meetId: MeetId) => MeetingObjectStub): MeetingProcess {
  return {
    begin: (birth) => answered(stubOf(birth.meetId).begin(birth)),
    acceptUpload: (meetId, ownerUserId, details, transcript) =>
      answered(stubOf(meetId).acceptUpload(ownerUserId, details, transcript)),
    hasUnclaimedBytes: (meetId) => answered(stubOf(meetId).hasUnclaimedBytes()),
    view: (meetId, viewer) => answered(stubOf(meetId).view(viewer)),
    recording: (meetId) => answered(stubOf(meetId).recording()),
    paper: (meetId, viewer, asked) => answered(stubOf(meetId).paper(viewer, asked)),
    retry: (meetId) => answered(stubOf(meetId).retry()),
    discard: (meetId) => answered(stubOf(meetId).discard()),
    restore: (meetId) => answered(stubOf(meetId).restore()),
    connect(meetId, viewer, request) {
      // A request of our own: nothing that the page sent reaches the object, its cookie least of all.
      const headers = new Headers({ Upgrade: "websocket", [VIEWER_HEADER]: viewerHeader(viewer) });
      return answered(stubOf(meetId).fetch(new Request(request.url, { headers })));
    },
  };
}

/** An error that comes out of an object has lost its class; its message begins with the name that it had there. */
const THROWN_INSIDE = /^UpstreamError: ([\w-]+) failed/;

/** Tells what may work in a moment (a service that the object asked, or the object's own machine) from a fault of ours. */
async function answered<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    const service = cause instanceof Error ? THROWN_INSIDE.exec(cause.message)?.[1] : undefined;
    if (service !== undefined || isPassing(cause)) {
      throw new UpstreamError({ service: service ?? "meeting-object", retryable: true, cause });
    }
    throw cause;
  }
}

/** What the platform notes on an error of its own: the object was moved, restarted, or has too much to do. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("retryable" in error && error.retryable === true) || ("overloaded" in error && error.overloaded === true);
}

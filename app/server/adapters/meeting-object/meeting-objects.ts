import { INVALID_JSON, UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import type {
  ByMeeting,
  MeetingObjectMethods,
  MeetingObjectStub,
  MeetingProcess,
} from "#app/server/ports/meeting-process.ts";
import { VIEWER_HEADER, viewerHeader } from "#app/contracts/live-viewer.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";
import type { CallObjectStub, CallProcess, HereRecorder } from "#app/server/ports/call-process.ts";

/** An error that crosses an object's RPC boundary loses its class; its message begins with the name of that class. */
const THROWN_INSIDE = /^UpstreamError: ([\w-]+) failed/;

/** Separates temporary failures (of a service that the object called, or of the object's machine) from faults of our code. */
async function answered<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    const service = cause instanceof Error ? THROWN_INSIDE.exec(cause.message)?.[1] : undefined;
    if (service !== undefined || isPassing(cause)) {
      const isInvalidJson = cause instanceof Error && cause.message.endsWith(INVALID_JSON);
      throw new UpstreamError({ service: service ?? "meeting-object", retryable: true, isInvalidJson, cause });
    }
    throw cause;
  }
}

/** Whether the platform marks the error as temporary: the object was moved, restarted or is overloaded. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("retryable" in error && error.retryable === true) || ("overloaded" in error && error.overloaded === true);
}

type Method = (...input: unknown[]) => Promise<unknown>;

/**
 * Calls the methods of meeting objects by the meeting's id. A Proxy, so that a method is declared once, in its port. Errors of the
 * object or its machine become UpstreamError.
 */
export function byMeeting<Methods extends object>(stubOf: (meetId: MeetId) => Methods): ByMeeting<Methods> {
  const call =
    (name: string) =>
    (meetId: MeetId, ...input: unknown[]) => {
      const stub = stubOf(meetId) as Record<string, Method>;
      return answered(
        stub[name]?.(...input) ?? Promise.reject(new TypeError(`a meeting object has no method ${name}`)),
      );
    };
  // `then` is not a method: a promise that resolves with this object must not call it.
  const get = (_target: object, name: string | symbol) =>
    typeof name === "symbol" || name === "then" ? undefined : call(name);
  return new Proxy({}, { get }) as ByMeeting<Methods>;
}

/** The meeting objects of use cases. `stubOf` is the one function that makes stubs (workers/compose.ts). */
export function meetingObjectProcess(stubOf: (meetId: MeetId) => MeetingObjectStub): MeetingProcess {
  const connect: MeetingProcess["connect"] = (meetId, live, request) => {
    // A new request: nothing that the page sent reaches the object, its cookie least of all.
    const headers = new Headers({ Upgrade: "websocket", [VIEWER_HEADER]: viewerHeader(live) });
    return answered(stubOf(meetId).fetch(new Request(request.url, { headers })));
  };
  return Object.assign(Object.create(byMeeting<MeetingObjectMethods>(stubOf)), { connect });
}

/** The recordings that browsers make, each kept by an object of its own, which the meeting's id names. */
export function hereRecorder(ofRoom: (platform: CallPlatform, roomKey: string) => CallObjectStub): HereRecorder {
  const objectOf = (meetId: MeetId) => ofRoom("here", meetId);
  return {
    takeHere: (meetId, piece, bytes) => answered(objectOf(meetId).takeHere(meetId, piece, bytes)),
    markHere: (meetId, marks) => answered(objectOf(meetId).markHere(meetId, marks)),
    finishHere: (meetId, tracks) => answered(objectOf(meetId).finishHere(meetId, tracks)),
    readHere: (meetId) => answered(objectOf(meetId).readHere(meetId)),
  };
}

/** The meetings' calls, each kept by the object of its room. Both functions make stubs (workers/compose.ts). */
export function callObjectProcess(objects: {
  ofRoom(platform: CallPlatform, roomKey: string): CallObjectStub;
  /** Null where no such call is known. */
  ofCall(callId: CallId): Promise<CallObjectStub | null>;
}): CallProcess {
  const calls: CallProcess = {
    join: (ask) => answered(objects.ofRoom(ask.platform, ask.roomKey).join(ask)),
    async change(callId, ask) {
      // First in, then out: within half an hour it is the same call, which must not be left.
      const joined = await calls.join(ask);
      if (joined.callId !== callId) await calls.leave(callId, ask.meetId);
      return joined;
    },
    async leave(callId, meetId) {
      const object = await objects.ofCall(callId);
      if (object) await answered(object.leave(callId, meetId));
    },
    async stop(callId, meetId) {
      const object = await objects.ofCall(callId);
      return object === null ? false : answered(object.stop(callId, meetId));
    },
    async askAgain(callId, meetId) {
      const object = await objects.ofCall(callId);
      return object === null ? "not-at-door" : answered(object.askAgain(callId, meetId));
    },
    async answerRequest(callId, meetId, answer) {
      const object = await objects.ofCall(callId);
      return object === null ? "gone" : answered(object.answerRequest(callId, meetId, answer));
    },
  };
  return calls;
}

import { INVALID_JSON, UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import type {
  ByMeeting,
  MeetingObjectMethods,
  MeetingObjectStub,
  MeetingProcess,
} from "#app/server/ports/meeting-process.ts";
import { VIEWER_HEADER, viewerHeader } from "#app/contracts/meeting/live-viewer.ts";
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
 * Methods whose first argument is the id by which their object is found. A Proxy, so that a method is declared once, in its port: `call` is
 * every method.
 */
function methodsById<Methods extends object, Id>(
  call: (name: Extract<keyof Methods, string>, id: Id, input: unknown[]) => Promise<unknown>,
): Methods {
  // `then` is not a method: a promise that resolves with this object must not call it.
  const get = (_target: object, name: string | symbol) =>
    typeof name === "symbol" || name === "then"
      ? undefined
      : (id: Id, ...input: unknown[]) => call(name as Extract<keyof Methods, string>, id, input);
  return new Proxy({}, { get }) as Methods;
}

/** Errors of the object or its machine become UpstreamError. */
function callObject(stub: object, name: string, input: unknown[]): Promise<unknown> {
  const answer = (stub as Record<string, Method>)[name]?.(...input);
  return answered(answer ?? Promise.reject(new TypeError(`the object has no method ${name}`)));
}

/** Calls the methods of meeting objects by the meeting's id. */
export function byMeeting<Methods extends object>(stubOf: (meetId: MeetId) => Methods): ByMeeting<Methods> {
  return methodsById<ByMeeting<Methods>, MeetId>((name, meetId, input) => callObject(stubOf(meetId), name, input));
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
  return methodsById<HereRecorder, MeetId>((name, meetId, input) =>
    callObject(ofRoom("here", meetId), name, [meetId, ...input]),
  );
}

/** Methods of one call, whose object is found by the call's id. */
type KnownCall = Omit<CallProcess, "join">;

/** Their answers where no such call is known. */
const UNKNOWN_CALL: { [Name in keyof KnownCall]: Awaited<ReturnType<KnownCall[Name]>> } = {
  leave: undefined,
  stop: false,
  askAgain: "not-in-lobby",
  answerRequest: "gone",
};

/** The meetings' calls, each kept by the object of its room. Both functions make stubs (workers/compose.ts). */
export function callObjectProcess(objects: {
  ofRoom(platform: CallPlatform, roomKey: string): CallObjectStub;
  /** Null where no such call is known. */
  ofCall(callId: CallId): Promise<CallObjectStub | null>;
}): CallProcess {
  const known = methodsById<KnownCall, CallId>(async (name, callId, input) => {
    const object = await objects.ofCall(callId);
    return object === null ? UNKNOWN_CALL[name] : callObject(object, name, [callId, ...input]);
  });
  const join: CallProcess["join"] = (ask) => answered(objects.ofRoom(ask.platform, ask.roomKey).join(ask));
  return Object.assign(Object.create(known), { join });
}

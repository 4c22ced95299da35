import type { CallId } from "#app/domain/ids.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";
import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import type { CallObjectStub, CallProcess } from "#app/server/ports/call-process.ts";

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

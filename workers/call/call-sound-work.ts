import type { CallId } from "#app/domain/ids.ts";
import { isLive } from "#app/domain/call/call-state.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import { WindowCutter } from "#workers/call/cut-windows.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { PieceJoiner } from "#workers/call/join-pieces.ts";
import { applyCallEvent, readCall } from "#workers/call/store-calls.ts";

/** The sound of calls whose recorder sends pieces. One at a time: the object's work loop calls it. */
export function callSound(deps: CallDeps, storage: DurableObjectStorage): CallSound {
  const { sql } = storage;
  const joiner = new PieceJoiner(deps, sql);
  const cutter = new WindowCutter(deps, storage, joiner);
  const openCall = (callId: CallId) => {
    const call = readCall(sql, callId);
    return call !== null && call.details !== null ? call : null;
  };
  return {
    async advance(callId) {
      const call = openCall(callId);
      if (call === null || (!isLive(call.state.status) && call.state.status !== "closing")) return;
      await joiner.join(call);
      await cutter.cut(call, false);
    },
    async end(callId) {
      const call = openCall(callId);
      if (call?.state.status !== "closing") return;
      await joiner.join(call, true);
      await cutter.cut(call, true);
      const extent = cutter.audioExtent(call);
      const event =
        extent === null ? ({ type: "nothing-recorded" } as const) : ({ type: "sound-told", ...extent } as const);
      applyCallEvent(storage, callId, event, { now: deps.now() });
    },
    finishFile: (call) => joiner.finish(call),
    discardFile: (call) => joiner.discard(call),
  };
}

import { mayAskAgain } from "#app/domain/call/call-state.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { AskedAgain } from "#app/server/ports/call-process.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { applyCallEvent, isInCall, readCall } from "#workers/call/store-calls.ts";

/**
 * The bot leaves the door and knocks anew, for everybody who waits with it. Asked of the recorder while the person waits,
 * and not left to the outbox: late it would be a knock that nobody asked for. Throws UpstreamError where the recorder does
 * not answer; nothing is counted then.
 */
export async function askAgain(
  deps: Pick<CallDeps, "recorder" | "now" | "log">,
  storage: DurableObjectStorage,
  { callId, meetId }: { callId: CallId; meetId: MeetId },
): Promise<AskedAgain> {
  const { sql } = storage;
  const call = readCall(sql, callId);
  if (call === null || call.botRef === null || !isInCall(sql, callId, meetId)) return "not-at-door";
  const may = mayAskAgain(call.state, deps.now());
  if (may !== "yes") return may;
  const { attempt } = call.state;
  const isTold = (await deps.recorder?.askAgain?.(call.botRef)) === "asked";
  if (!isTold) return "not-at-door";
  deps.log("call.bot.asks-again", { callId, attempt });
  applyCallEvent(storage, callId, { type: "asked-again", attempt }, { now: deps.now() });
  return "asked";
}

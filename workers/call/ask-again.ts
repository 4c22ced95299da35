import { mayAskAgain } from "#app/domain/call/call-state.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { faultOf } from "#app/server/log.ts";
import type { AskedAgain } from "#app/server/ports/call-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { applyCallEvent, isInCall, readCall } from "#workers/call/store-calls.ts";

/**
 * The bot leaves the lobby and requests admission again, for all meetings of the call. The recorder is asked while the person waits,
 * not through the outbox, because a late request for admission would be unexpected. Not counted when the recorder does not answer.
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
  try {
    if ((await deps.recorder?.askAgain?.(call.botRef)) !== "asked") return "not-at-door";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    deps.log("call.bot.not-asked", { callId, error: faultOf(error) });
    return "unavailable";
  }
  deps.log("call.bot.asks-again", { callId, attempt });
  applyCallEvent(storage, callId, { type: "asked-again", attempt }, { now: deps.now() });
  return "asked";
}

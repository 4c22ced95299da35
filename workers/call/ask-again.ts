import { mayAskAgain } from "#app/domain/call/call-state.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { faultOf } from "#app/server/log.ts";
import type { AskedAgain } from "#app/server/ports/call-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { isOwners } from "#workers/call/requests.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { isInCall, leaveCall } from "#workers/call/store-calls.ts";

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
  if (call === null || call.botRef === null || !isInCall(sql, callId, meetId)) return "not-in-lobby";
  const may = mayAskAgain(call.state, deps.now());
  if (may !== "yes") return may;
  const { attempt } = call.state;
  try {
    if ((await deps.recorder?.askAgain?.(call.botRef)) !== "asked") return "not-in-lobby";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    deps.log("call.bot.not-asked", { callId, error: faultOf(error) });
    return "unavailable";
  }
  deps.log("call.bot.asks-again", { callId, attempt });
  applyCallEvent(storage, callId, { type: "asked-again", attempt }, { now: deps.now() });
  return "asked";
}

/**
 * Ends the recording for all meetings of the call's owner; another person's meeting, or any before the recording has begun, only leaves.
 * False when there is no such call of this meeting, or it has ended already.
 */
export async function stopCall(
  deps: Pick<CallDeps, "ownerOf" | "now">,
  storage: DurableObjectStorage,
  callId: CallId,
  meetId: MeetId,
): Promise<boolean> {
  const { sql } = storage;
  const isOfOwner = await isOwners(deps, sql, callId, meetId);
  const call = readCall(sql, callId);
  if (call === null || !isInCall(sql, callId, meetId)) return false;
  const { status, startedAt } = call.state;
  if (!isOfOwner || (startedAt === null && status !== "over")) {
    leaveCall(storage, callId, meetId, deps.now());
    return true;
  }
  if (status === "starting" || status === "lobby" || status === "recording") {
    applyCallEvent(storage, callId, { type: "stop-asked" }, { now: deps.now() });
    return true;
  }
  return status === "stopping" || status === "closing";
}

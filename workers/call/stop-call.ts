import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { isOwners } from "#workers/call/owners.ts";
import { applyCallEvent, isInCall, leaveCall, readCall } from "#workers/call/store-calls.ts";

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
  if (status === "starting" || status === "door" || status === "recording") {
    applyCallEvent(storage, callId, { type: "stop-asked" }, { now: deps.now() });
    return true;
  }
  return status === "stopping" || status === "closing";
}

import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { ownerlessCalls, saveOwner } from "#workers/call/store-calls.ts";

/** Calls that were stored before a call had an owner belong to the person of their first meeting. */

type Asks = Pick<CallDeps, "ownerOf">;

export async function lookUpOwners({ ownerOf }: Asks, sql: SqlStorage): Promise<void> {
  for (const { callId, meetId } of ownerlessCalls(sql)) {
    const ownerUserId = await ownerOf(meetId);
    if (ownerUserId !== null) saveOwner(sql, callId, ownerUserId);
  }
}

/** Whether the meeting is of the person whose call it is. Several people's meetings may be in a call without an owner. */
export async function isOwners({ ownerOf }: Asks, sql: SqlStorage, callId: CallId, meetId: MeetId): Promise<boolean> {
  const ownerless = ownerlessCalls(sql).find((call) => call.callId === callId);
  if (ownerless === undefined || ownerless.meetId === meetId) return true;
  const [first, own] = await Promise.all([ownerOf(ownerless.meetId), ownerOf(meetId)]);
  return first === own;
}

import { type CallState, isJoinable } from "#app/domain/call/call-state.ts";
import { CALL_ADOPTION_MS } from "#app/domain/limits/calls.ts";

/** Who shares a bot with whom. A call is one person's recording of a room; knowing the room entitles nobody to it. Pure. */

/** A call of a room as these rules see it. */
export type RoomCall = {
  callId: string;
  /** Null only in calls that were stored before calls had an owner, until it is looked up. */
  ownerUserId: string | null;
  state: CallState;
  /** It records with another call's bot, because that call's owner accepted. */
  isGuest: boolean;
};

/**
 * The open call that a person's meeting joins: the same person's within 30 minutes, and nobody else's. Null: the meeting gets
 * a call of its own, with a bot of its own.
 */
export function callToJoin<Call extends RoomCall>(
  calls: readonly Call[],
  { ownerUserId, startsAt, now }: { ownerUserId: string; startsAt: number; now: number },
): Call | null {
  const own = calls.filter((call) => call.ownerUserId === ownerUserId && isWithin(call.state, startsAt, now));
  // A call that was accepted into another one's recording replaces the person's earlier one.
  return own.find(({ isGuest }) => isGuest) ?? own[0] ?? null;
}

function isWithin(state: CallState, startsAt: number, now: number): boolean {
  if (!isJoinable(state.status)) return false;
  if (state.status === "scheduled") return Math.abs(state.startsAt - startsAt) <= CALL_ADOPTION_MS;
  return startsAt - now <= CALL_ADOPTION_MS;
}

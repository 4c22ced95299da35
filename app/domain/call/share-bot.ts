import { type CallState, isJoinable } from "#app/domain/call/call-state.ts";
import {
  CALL_AFTER_ANOTHER_MS,
  CALL_COLLEAGUE_WAIT_MS,
  CALL_REQUEST_TIMES_MAX,
  CALL_REQUESTS_OF_CALL_MAX,
  CALL_REQUESTS_OPEN_MAX,
  CALL_SAME_START_BY_HAND_MS,
  CALL_SAME_START_MS,
} from "#app/domain/limits/calls.ts";

/**
 * Rules for sharing a bot between people. A call is one person's recording of a room; knowledge of the room gives no right to it.
 * Pure.
 */

/** A room's call, reduced to the fields that these rules need. */
export type RoomCall = {
  callId: string;
  /** Null only in calls that were stored before calls had an owner, until the owner is looked up. */
  ownerUserId: string | null;
  state: CallState;
  /** The call uses another call's bot, because that call's owner accepted. */
  isGuest: boolean;
};

/** When a meeting of the call begins. `isPlanned`: it was asked for before. */
export type CallStart = { startsAt: number; isPlanned: boolean };

/**
 * Returns the open call that a person's meeting joins: a call of the same person whose meetings begin at the same time, never another person's.
 * Null: the meeting gets its own call with its own bot. So of two meetings that follow each other in one room none gets the words of the
 * other, and none ends with the other. One bot for both with a cut between them was not taken: its end, its lobby and its restarts would have
 * to be judged for each meeting.
 */
export function callToJoin<Call extends RoomCall & { starts: readonly CallStart[] }>(
  calls: readonly Call[],
  { ownerUserId, start }: { ownerUserId: string; start: CallStart },
): Call | null {
  const own = calls.filter(
    (call) =>
      call.ownerUserId === ownerUserId &&
      isJoinable(call.state.status) &&
      // Of the first meeting only: meetings that each begin a little later than the former one are not one long call.
      call.starts.slice(0, 1).some((each) => isSameStart(each, start)),
  );
  // A call that was accepted into another call's recording replaces the person's earlier call.
  return own.find(({ isGuest }) => isGuest) ?? own[0] ?? null;
}

/** A meeting that was planned for a time of its own follows the one before it, however soon; one that was asked for late belongs to it. */
function isSameStart(one: CallStart, other: CallStart): boolean {
  const [first, second] = one.startsAt <= other.startsAt ? [one, other] : [other, one];
  const apartMs = second.startsAt - first.startsAt;
  return second.isPlanned ? apartMs < CALL_SAME_START_MS : apartMs <= CALL_SAME_START_BY_HAND_MS;
}

/**
 * Whether a planned call follows another one of its person in the room. Its bot then comes at its start and not before: what is said until
 * then belongs to the other meeting, also where nobody records that one any more.
 */
export function followsAnother(
  call: RoomCall & { state: { startsAt: number } },
  calls: readonly Pick<RoomCall, "callId" | "ownerUserId" | "state">[],
): boolean {
  return calls.some(
    ({ callId, ownerUserId, state }) =>
      callId !== call.callId &&
      ownerUserId === call.ownerUserId &&
      state.attempt > 0 &&
      (state.status !== "over" || call.state.startsAt - state.since <= CALL_AFTER_ANOTHER_MS),
  );
}

/** `withdrawn`: the asker's call no longer needs it. `refused` and `accepted` are final. */
export type RequestState = "open" | "accepted" | "refused" | "withdrawn";
/** A request of a person for the notes of a call. */
export type KnownRequest = { callId: string; askerUserId: string; state: RequestState; times: number };

/**
 * Returns the call whose owner is asked on behalf of a person whose own call is live, or null. Only a call whose bot was admitted
 * and records qualifies, so an owner who was not admitted to the room never learns who asks. `hasAddress`: an identity provider
 * has verified the asker's address.
 */
export function requestTarget<Call extends RoomCall>(
  asker: RoomCall & { hasAddress: boolean },
  calls: readonly Call[],
  requests: readonly KnownRequest[],
): Call | null {
  const { ownerUserId: askerUserId } = asker;
  if (askerUserId === null || !asker.hasAddress || asker.isGuest || !isWaiting(asker.state)) return null;
  const first = calls.filter((call) => mayBeAsked(call, askerUserId)).toSorted(byBeginning)[0];
  if (first === undefined) return null;
  // Of two calls that record, only the later one asks the earlier one.
  if (asker.state.startedAt !== null && (first.state.startedAt ?? 0) >= asker.state.startedAt) return null;
  const ofCall = requests.filter(({ callId }) => callId === first.callId);
  const known = ofCall.find((request) => request.askerUserId === askerUserId);
  if (known && (known.state !== "withdrawn" || known.times >= CALL_REQUEST_TIMES_MAX)) return null;
  if (!known && ofCall.length >= CALL_REQUESTS_OF_CALL_MAX) return null;
  return ofCall.filter(({ state }) => state === "open").length < CALL_REQUESTS_OPEN_MAX ? first : null;
}

/**
 * Returns the call of another person whose bot would serve a call that is about to send its first one, or null. Two colleagues whose calendars
 * send a bot to one meeting would have two knocking. Whether each of them has a right to the other's recording is for the caller to
 * find out. It is not asked before a bot is admitted: an owner who was not let in would learn who else is there. `calls` are in the order in
 * which they were asked for: of two that send a bot at once, the later one waits.
 */
export function callToAwait<Call extends RoomCall & { botRef: string | null; starts: readonly CallStart[] }>(
  asker: Call,
  calls: readonly Call[],
  { requests, now }: { requests: readonly KnownRequest[]; now: number },
): Call | null {
  const { state, ownerUserId, starts } = asker;
  if (state.status !== "starting" || state.attempt > 1 || state.startedAt !== null || asker.isGuest) return null;
  const isRefused = ({ callId }: Call) =>
    requests.some((each) => each.callId === callId && each.askerUserId === ownerUserId && each.state === "refused");
  const place = calls.findIndex(({ callId }) => callId === asker.callId);
  const found = calls.find((call, index) => {
    if (call.ownerUserId === null || call.ownerUserId === ownerUserId || call.isGuest) return false;
    const sends = call.botRef !== null || index < place;
    const isOfStart = call.starts.slice(0, 1).some((one) => starts.slice(0, 1).some((each) => isSameStart(one, each)));
    const serves = Math.max(call.state.startedAt ?? now, state.since) + CALL_COLLEAGUE_WAIT_MS > now;
    return isWaiting(call.state) && sends && isOfStart && serves && !isRefused(call);
  });
  return found ?? null;
}

/**
 * Tells whether a request can still be answered: both calls are live, the owner's call has begun to record, and neither records
 * with another call's bot.
 */
export function isAnswerable(asker: RoomCall | null, owner: RoomCall | null): boolean {
  if (asker === null || owner === null || asker.isGuest || owner.isGuest) return false;
  return isWaiting(asker.state) && isWaiting(owner.state) && owner.state.startedAt !== null;
}

function mayBeAsked(call: RoomCall, askerUserId: string): boolean {
  const isOthers = call.ownerUserId !== null && call.ownerUserId !== askerUserId;
  return isOthers && !call.isGuest && call.state.status === "recording";
}

/** The bot is on its way, in the lobby or inside, and was not told to leave. */
function isWaiting({ status }: CallState): boolean {
  return status === "starting" || status === "lobby" || status === "recording";
}

function byBeginning(one: RoomCall, other: RoomCall): number {
  return (one.state.startedAt ?? 0) - (other.state.startedAt ?? 0) || (one.callId < other.callId ? -1 : 1);
}

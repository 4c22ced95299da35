import { assertNever } from "#app/domain/invariant.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { RequestAnswer } from "#app/server/ports/call-process.ts";
import type { AskAgainRefusal, CallChange } from "#app/server/ports/meeting-process.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { joinAt } from "#workers/meeting/store/begin-meeting.ts";
import { applyEvent, readMeeting, saveDetails } from "#workers/meeting/store/store.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Changes to a call by a person: cancel and change until it is recorded, stop and answer requests after that. */

export function cancelCall(storage: DurableObjectStorage, now: number): Outcome<null, "not-found" | "too-late"> {
  const row = readAlive(storage.sql);
  if (!row?.alive.state.call) return refused("not-found");
  const { state } = row.alive;
  if (state.status === "REJECTED" && state.reason === "cancelled") return ok(null);
  return applyEvent(storage, { type: "cancelled" }, { now }) ? ok(null) : refused("too-late");
}

export function changeCall(
  storage: DurableObjectStorage,
  { details, place, role: told }: CallChange,
  now: number,
): Outcome<null, "not-found" | "too-late"> {
  return storage.transactionSync(() => {
    const row = readAlive(storage.sql);
    if (!row?.alive.state.call) return refused("not-found");
    const { state, details: before } = row.alive;
    if (state.status !== "SCHEDULE" && state.status !== "TORECORD") return refused("too-late");
    // A browser records it already: it has no other place or time.
    if (state.call?.place.here) return refused("too-late");
    const role = told ?? details?.role ?? before.role;
    const after = { ...(details ?? before), ...(role && { role }) };
    if (JSON.stringify(after) !== JSON.stringify(before)) saveDetails(storage.sql, row, after, now);
    const moved = after.startsAt !== before.startsAt;
    const elsewhere = place !== undefined && JSON.stringify(place) !== JSON.stringify(state.call?.place);
    if (state.call && (moved || elsewhere)) {
      const event = {
        type: "call-changed",
        place: place ?? state.call.place,
        joinAt: joinAt(after.startsAt, now),
      } as const;
      applyEvent(storage, event, { now });
    }
    return ok(null);
  });
}

/** The bot leaves and the recording so far is kept. Before anything is recorded there is nothing to keep. */
export async function stopCall(
  { calls, now }: Pick<MeetingDeps, "calls" | "now">,
  storage: DurableObjectStorage,
): Promise<Outcome<null, "not-found" | "not-recording">> {
  const row = readMeeting(storage.sql);
  const state = row?.alive?.state;
  if (!row || !state?.call) return refused("not-found");
  if (state.status === "SCHEDULE" || state.status === "TORECORD") {
    return cancelCall(storage, now()).ok ? ok(null) : refused("not-recording");
  }
  if (state.status !== "RECORDING" || state.call.callId === null) return refused("not-recording");
  return (await calls.stop(state.call.callId, row.meetId)) ? ok(null) : refused("not-recording");
}

/** The owner's answer to a person who asks for this call's notes: the call object has the request. */
export async function answerRequest(
  { calls }: Pick<MeetingDeps, "calls">,
  storage: DurableObjectStorage,
  answer: RequestAnswer,
): Promise<Outcome<null, "not-found" | "gone">> {
  const row = readAlive(storage.sql);
  const callId = row?.alive.state.call?.callId;
  if (!row || !callId) return refused("not-found");
  return (await calls.answerRequest(callId, row.meetId, answer)) === "done" ? ok(null) : refused("gone");
}

/** The bot in the lobby requests admission again; where it has gone because nobody answered, it comes once more. */
export async function askAgain(
  { calls, now }: Pick<MeetingDeps, "calls" | "now">,
  storage: DurableObjectStorage,
): Promise<Outcome<null, AskAgainRefusal>> {
  const row = readMeeting(storage.sql);
  const state = row?.alive?.state;
  if (!row || !state?.call) return refused("not-found");
  if (state.status === "REJECTED") {
    return applyEvent(storage, { type: "asked-again" }, { now: now() }) ? ok(null) : refused("not-in-lobby");
  }
  if (state.status !== "TORECORD" || state.call.callId === null) return refused("not-in-lobby");
  const answer = await calls.askAgain(state.call.callId, row.meetId);
  switch (answer) {
    case "asked":
      return ok(null);
    case "not-in-lobby":
      return refused("not-in-lobby");
    case "too-soon":
      return refused("asked-lately");
    case "too-often":
      return refused("asked-too-often");
    case "unavailable":
      return refused("unavailable");
    default:
      return assertNever(answer);
  }
}

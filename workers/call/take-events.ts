import type { BotEvent, BotEvents, BotReason, BotState } from "#app/contracts/recorder.ts";
import type { CallEvent } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { appendNews, applyCallEvent, readCall } from "#workers/call/store-calls.ts";
import {
  eventsTaken,
  noteEventsTaken,
  notePeople,
  noteSegmentEnded,
  noteSegmentStarted,
  noteSound,
  peopleOf,
} from "#workers/call/store-sound.ts";

/**
 * What a bot says, taken in order and once: an event that was taken already changes nothing, and one that leaves a hole
 * waits until the recorder sends it again from there. Null where the call is over or gone.
 */
export function takeBotEvents(
  storage: DurableObjectStorage,
  callId: CallId,
  said: BotEvents,
  now: number,
): { seq: number; stop: boolean } | null {
  const { sql } = storage;
  const isOpen = () => {
    const call = readCall(sql, callId);
    return call !== null && call.details !== null && call.state.status !== "over" ? call : null;
  };
  if (isOpen() === null) return null;
  for (const event of said.events) {
    if (event.seq !== eventsTaken(sql, callId, said.attempt) + 1) continue;
    storage.transactionSync(() => {
      takeEvent(storage, callId, { attempt: said.attempt, event, now });
      noteEventsTaken(sql, callId, said.attempt, event.seq);
    });
  }
  const call = readCall(sql, callId);
  if (call === null) return null;
  const { state } = call;
  if (said.attempt === state.attempt) {
    sql.exec("UPDATE calls SET heard_at = ? WHERE call_id = ?", now, callId);
    // A bot that has nothing to say tells that nothing was loud up to now.
    if (said.events.length === 0)
      sql.exec("UPDATE calls SET event_at = max(event_at, ?) WHERE call_id = ?", now, callId);
  }
  const isWanted = state.status === "starting" || state.status === "door" || state.status === "recording";
  return { seq: eventsTaken(sql, callId, said.attempt), stop: !isWanted || said.attempt !== state.attempt };
}

type Taken = { attempt: number; event: BotEvent; now: number };

function takeEvent(storage: DurableObjectStorage, callId: CallId, { attempt, event, now }: Taken): void {
  const { sql } = storage;
  sql.exec("UPDATE calls SET event_at = max(event_at, ?) WHERE call_id = ?", event.at, callId);
  const apply = (callEvent: CallEvent) => applyCallEvent(storage, callId, callEvent, { now });
  switch (event.type) {
    case "state": {
      const callEvent = eventOfState(attempt, event.state, event.reason);
      if (callEvent) apply(callEvent);
      return;
    }
    case "segment-started":
      noteSegmentStarted(sql, callId, event);
      // The picture alone is no recording: the sound of record is what counts.
      if (event.stream === "mix") apply({ type: "capture-began", attempt, startedAt: event.startedAt });
      return;
    case "segment-ended":
      noteSegmentEnded(sql, callId, event);
      return;
    case "people":
      if (notePeople(sql, callId, event)) appendNews(sql, callId, { type: "people", ...peopleOf(sql, callId) }, now);
      return;
    case "speech":
    case "loud":
      noteSound(sql, callId, event);
      return;
    case "warning":
      apply({ type: "warned", attempt, warning: event.warning });
      return;
    default:
      assertNever(event);
  }
}

/** Failures after which another bot may do better. */
const MAY_PASS = new Set<BotReason>(["join-failed", "capture-failed", "recorder-unavailable", "recorder-lost"]);

/** What a bot's state means for its call; null where it means nothing. */
export function eventOfState(attempt: number, state: BotState, reason: BotReason | null): CallEvent | null {
  switch (state) {
    case "starting":
    case "recording":
      // That it records is believed when its sound begins.
      return null;
    case "joining":
      return { type: "door-seen", attempt, door: "connecting" };
    case "waiting":
    case "host-absent":
      return { type: "door-seen", attempt, door: state };
    case "leaving":
      return { type: "bot-leaving", attempt };
    case "left":
      return { type: "bot-left", attempt, reason: reason ?? "stopped" };
    case "failed": {
      const why = reason ?? "join-failed";
      return MAY_PASS.has(why)
        ? { type: "bot-lost", attempt, reason: why }
        : { type: "bot-left", attempt, reason: why };
    }
    default:
      return assertNever(state);
  }
}

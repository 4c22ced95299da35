import type { BotEvent, BotEvents, BotReason, BotState } from "#app/contracts/recording/recorder.ts";
import type { CallEvent } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { clipSound, isAfter, forwardCallEvent, forwardBotEvent } from "#workers/call/feed-guests.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent, publish } from "#workers/call/apply-event.ts";
import { guestsOf, isBotWanted } from "#workers/call/store-guests.ts";
import { joinedFrom, type JoinedPiece, readProgress, saveProgress, unjoinFrom } from "#workers/call/store-joined.ts";
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
 * Takes a bot's events in order and once: a known event changes nothing, and one after a hole is ignored until the recorder sends
 * the events again from there. Null when the call is over or gone, and no other call records with its bot.
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
    const own = call !== null && call.details !== null && call.state.status !== "over";
    return own || guestsOf(sql, callId).length > 0;
  };
  if (!isOpen()) return null;
  for (const event of said.events) {
    if (event.seq !== eventsTaken(sql, callId, said.attempt) + 1) continue;
    storage.transactionSync(() => {
      takeEvent(storage, callId, { attempt: said.attempt, event, now });
      noteEventsTaken(sql, callId, said.attempt, event.seq);
    });
  }
  const call = readCall(sql, callId);
  if (call === null) return null;
  if (said.attempt === call.state.attempt) {
    for (const one of [call, ...guestsOf(sql, callId)]) {
      // An empty report of a bot means that there was no sound up to now.
      const eventAt = said.events.length === 0 ? now : 0;
      sql.exec(
        "UPDATE calls SET last_report_at = ?, event_at = max(event_at, ?) WHERE call_id = ?",
        now,
        eventAt,
        one.callId,
      );
    }
  }
  const stop = said.attempt !== call.state.attempt || !isBotWanted(sql, callId, null);
  return { seq: eventsTaken(sql, callId, said.attempt), stop };
}

type Taken = { attempt: number; event: BotEvent; now: number };

function takeEvent(storage: DurableObjectStorage, callId: CallId, { attempt, event, now }: Taken): void {
  const { sql } = storage;
  const call = readCall(sql, callId);
  // The state of a replaced bot does not apply to the call any more; its pieces and sounds still do.
  const isCurrent = call?.state.attempt === attempt;
  takeOwnEvent(storage, callId, { attempt, event, now });
  forwardBotEvent(storage, callId, { event, now });
  if (event.type !== "state" || !isCurrent) return;
  const callEvent = eventOfState(attempt, event.state, event.reason);
  if (callEvent) forwardCallEvent(storage, callId, { event: callEvent, now });
}

function takeOwnEvent(storage: DurableObjectStorage, callId: CallId, { attempt, event, now }: Taken): void {
  const { sql } = storage;
  const call = readCall(sql, callId);
  // Its recording was stopped, and the bot stays for another call.
  const cutAt = call?.cutAt ?? null;
  if (call === null || call.details === null || call.state.status === "over") return;
  sql.exec("UPDATE calls SET event_at = max(event_at, ?) WHERE call_id = ?", event.at, callId);
  const apply = (callEvent: CallEvent) => applyCallEvent(storage, callId, callEvent, { now });
  switch (event.type) {
    case "state": {
      const callEvent = eventOfState(attempt, event.state, event.reason);
      if (callEvent) apply(callEvent);
      return;
    }
    case "segment-started":
      if (isAfter(cutAt, event.startedAt)) return;
      noteSegmentStarted(sql, callId, event);
      // The picture alone is no recording: the sound of record is what counts.
      if (event.stream === "mix") apply({ type: "capture-began", attempt, startedAt: event.startedAt });
      return;
    case "segment-ended":
      noteSegmentEnded(sql, callId, event);
      return;
    case "people":
      if (isAfter(cutAt, event.at)) return;
      if (notePeople(sql, callId, event)) publish(sql, callId, { type: "people", ...peopleOf(sql, callId) }, now);
      return;
    case "speech":
    case "loud": {
      const part = clipSound(event, 0, cutAt);
      if (part !== null) noteSound(sql, callId, part);
      return;
    }
    case "warning":
      apply({ type: "warned", attempt, warning: event.warning });
      return;
    default:
      assertNever(event);
  }
}

/** Failures after which another bot may do better. */
const MAY_PASS = new Set<BotReason>(["join-failed", "capture-failed", "recorder-unavailable", "recorder-lost"]);

/** The call event for a bot's state; null when the state does not change the call. */
export function eventOfState(attempt: number, state: BotState, reason: BotReason | null): CallEvent | null {
  switch (state) {
    case "starting":
    case "recording":
      // The call counts as recorded only when the bot's sound begins.
      return null;
    case "joining":
      return { type: "lobby-seen", attempt, lobbyState: "connecting" };
    case "waiting":
    case "host-absent":
      return { type: "lobby-seen", attempt, lobbyState: state };
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

/**
 * The same for a hosted recorder's bot. One that fails after it recorded is the last one: a call has the file of its last bot, so that
 * another bot's would take the place of what was recorded.
 */
export function eventOfHosted(
  attempt: number,
  { state, reason }: { state: BotState; reason: BotReason | null },
  hasRecorded: boolean,
): CallEvent | null {
  const event = eventOfState(attempt, state, reason);
  if (event?.type !== "bot-lost" || !hasRecorded) return event;
  return { type: "bot-left", attempt, reason: "recorder-lost" };
}

/**
 * Pieces that arrive after later ones of their stream (a recorder was lost, the next one already sent pieces, and then the first
 * one's disk was emptied) are behind them in the file, where no player plays them. At the end the file is cut back to the first
 * misplaced byte, and the rest is joined again in order from the pieces, which are kept until the file is stored.
 */

/** Pieces that arrive late during this are put in order too; after this number of repairs the order stays as it is. */
const MENDS_MAX = 3;
const MENDS = "mends";

/**
 * The first byte of the earliest piece that has to be played after a piece behind it. Null when every stream is in order.
 * `pieces` are in the order of the file; the interleaving of the streams does not matter.
 */
export function misplacedFrom(pieces: readonly JoinedPiece[]): number | null {
  let from: number | null = null;
  const inOrder = new Map<string, JoinedPiece[]>();
  for (const piece of pieces) {
    const before = inOrder.get(piece.stream) ?? [];
    inOrder.set(piece.stream, before);
    const last = before.at(-1);
    if (last === undefined || isBefore(last, piece)) before.push(piece);
    else {
      const overtaken = before.find((one) => isBefore(piece, one));
      if (overtaken && (from === null || overtaken.mediaStart < from)) from = overtaken.mediaStart;
    }
  }
  return from;
}

/** Segments are numbered as they began, an attempt's thousand behind the one before. */
function isBefore(one: JoinedPiece, other: JoinedPiece): boolean {
  return one.segment === other.segment ? one.seq < other.seq : one.segment < other.segment;
}

type Parts = { parts: { partNumber: number; etag: string }[]; storedBytes: number };

/**
 * Cuts the file back to its first misplaced byte, without an await in between: the pieces behind it are marked as not joined, and
 * the parts from there on are stored again under their numbers. Null when every stream is in order, and after MENDS_MAX repairs.
 */
export function takeBack(sql: SqlStorage, callId: CallId, file: string): { fromBytes: number } | null {
  const mends = readProgress<number>(sql, callId, MENDS) ?? 0;
  const fromBytes = mends < MENDS_MAX ? misplacedFrom(joinedFrom(sql, callId, -1)) : null;
  if (fromBytes === null) return null;
  unjoinFrom(sql, callId, fromBytes);
  const progress = readProgress<Parts>(sql, callId, file);
  if (progress !== null) {
    const whole = Math.min(progress.parts.length, Math.floor(fromBytes / CALL_PART_BYTES));
    const kept = { parts: progress.parts.slice(0, whole), storedBytes: whole * CALL_PART_BYTES, durationMs: null };
    saveProgress(sql, callId, file, { ...progress, ...kept });
  }
  saveProgress(sql, callId, MENDS, mends + 1);
  return { fromBytes };
}

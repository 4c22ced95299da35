import { CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";
import type { LobbyState, CallEnd, CallFailure, CallRejection, CallWarning } from "#app/domain/meeting/call.ts";

/** The state of one call (an occurrence in a room) and of its only bot. Pure types. */

/** Facts about the bot and the recording that exist in every status. */
export type CallFacts = {
  /** Number of the current bot start; events of earlier starts are outdated. 0 before the first start. */
  attempt: number;
  /** Start of the first recorded sound; null until then. */
  startedAt: number | null;
  /** Number of bot starts that were needed because the recorder failed. The number is limited. */
  restarts: number;
  warning: CallWarning | null;
  /**
   * Number of times the bot can still be told to request admission again. Absent when the recorder does not support it, and in
   * calls stored before this field existed.
   */
  asksLeft?: number;
  since: number;
};

export type CallState = CallFacts &
  (
    | { status: "scheduled"; startsAt: number }
    /** A bot was ordered and has sent nothing yet. With `startedAt`: the bot is coming back into the call. */
    | { status: "starting" }
    | { status: "lobby"; lobbyState: LobbyState }
    | { status: "recording" }
    /** The bot was told to leave, or reports that it leaves. */
    | { status: "stopping" }
    /** The bot has gone; pieces may still arrive. */
    | { status: "closing"; end: CallEnd }
    /** All windows of sound were announced; the file is being completed. */
    | { status: "storing"; end: CallEnd }
    | { status: "over" }
  );
export type CallStatus = CallState["status"];
export type CallStateOf<Status extends CallStatus> = Extract<CallState, { status: Status }>;

export const CALL_STATUSES = [
  "scheduled",
  "starting",
  "lobby",
  "recording",
  "stopping",
  "closing",
  "storing",
  "over",
] as const satisfies readonly CallStatus[];

/** The reason why a bot is gone or cannot come. */
export type BotLoss = CallEnd | CallRejection | CallFailure;

export type CallEvent =
  /** The start time of the call has come. */
  | { type: "due" }
  | { type: "moved"; startsAt: number }
  | { type: "lobby-seen"; attempt: number; lobbyState: LobbyState }
  /** This bot records sound; `startedAt` is the start of its first sound. */
  | { type: "capture-began"; attempt: number; startedAt: number }
  | { type: "warned"; attempt: number; warning: CallWarning | null }
  | { type: "bot-leaving"; attempt: number }
  | { type: "bot-left"; attempt: number; reason: BotLoss }
  /** The bot went silent and the recorder no longer knows it, or the bot reports a failure that may be temporary. */
  | { type: "bot-lost"; attempt: number; reason: BotLoss }
  /** The recorder accepts no orders and does not answer after the maximum number of attempts. */
  | { type: "recorder-refused"; attempt: number; reason: "recorder-missing" | "recorder-unavailable" }
  /** The bot was told to leave the lobby and request admission again. */
  | { type: "asked-again"; attempt: number }
  /** Another call's bot records for this call from now on, as attempt `next`. The call no longer needs its own bot. */
  | { type: "bot-lent"; next: number }
  | { type: "stop-asked" }
  /** The bot was told to leave and has not left. */
  | { type: "stop-overdue" }
  /** None of the call's meetings needs it any more. */
  | { type: "deserted" }
  /** All expected pieces have arrived and all windows were announced. */
  | { type: "sound-told"; durationMs: number; gaps: { startMs: number; endMs: number }[] }
  | { type: "file-stored"; key: string; version: { sizeBytes: number; etag: string }; durationMs: number }
  /** The pieces that arrived hold no sound. */
  | { type: "nothing-recorded" };
export type CallEventType = CallEvent["type"];
export type CallEventOf<Type extends CallEventType> = Extract<CallEvent, { type: Type }>;

export const CALL_EVENT_TYPES = [
  "due",
  "moved",
  "lobby-seen",
  "capture-began",
  "warned",
  "bot-leaving",
  "bot-left",
  "bot-lost",
  "recorder-refused",
  "asked-again",
  "bot-lent",
  "stop-asked",
  "stop-overdue",
  "deserted",
  "sound-told",
  "file-stored",
  "nothing-recorded",
] as const satisfies readonly CallEventType[];

/** Work for the outbox. */
export type CallEffect =
  | { type: "start-bot"; attempt: number }
  | { type: "stop-bot"; attempt: number }
  /** The bot writes in the chat for which other person it records as well. */
  | { type: "announce"; guest: string; text: string }
  /** Copies the pieces that the accepted call's bot had recorded before. */
  | { type: "copy-past" }
  | { type: "finish-file" }
  /** The recording is not needed: removes the unfinished file and the pieces. */
  | { type: "discard" }
  /** The file is complete: removes the pieces it was made of, and the call's data about people. */
  | { type: "clear" };

export function newCall(startsAt: number, now: number, asksLeft = 0): CallState {
  const facts: CallFacts = { attempt: 0, startedAt: null, restarts: 0, warning: null, since: now };
  return { ...facts, ...(asksLeft > 0 ? { asksLeft } : {}), status: "scheduled", startsAt };
}

/** A call that a browser of the person records: nobody has to be sent. */
export function startedByPage({ startedAt, restarts, warning, since }: CallState): CallState {
  return { attempt: 1, startedAt, restarts, warning, since, status: "starting" };
}

/** Tells whether the bot may be told to request admission again now. `too-soon`: the participants had no time to answer yet. */
export function mayAskAgain(state: CallState, now: number): "yes" | "not-in-lobby" | "too-soon" | "too-often" {
  if (state.status !== "lobby" || state.lobbyState !== "waiting" || state.startedAt !== null) return "not-in-lobby";
  if ((state.asksLeft ?? 0) <= 0) return "too-often";
  return now - state.since < CALL_ASK_AGAIN_MS ? "too-soon" : "yes";
}

/** Tells whether a bot is in the call or on its way. */
export function isLive(status: CallStatus): boolean {
  return status === "starting" || status === "lobby" || status === "recording" || status === "stopping";
}

/** Tells whether a meeting that asks for this room now can still join this call. */
export function isJoinable(status: CallStatus): boolean {
  return status === "scheduled" || status === "starting" || status === "lobby" || status === "recording";
}

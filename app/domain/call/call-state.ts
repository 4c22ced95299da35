import { CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";
import type { LobbyState, CallEnd, CallFailure, CallRejection, CallWarning } from "#app/domain/meeting/call.ts";

/** Where one call (an occurrence in a room) is, and what its one bot is about. Pure types. */

/** What is known of the bot and of the recording, whatever the status. */
export type CallFacts = {
  /** Which start of a bot is the one that counts: what earlier ones say of themselves is old. 0 before the first. */
  attempt: number;
  /** When the first sound of the recording began; null until then. */
  startedAt: number | null;
  /** Starts that a failure of the recorder made necessary: there are only so many. */
  restarts: number;
  warning: CallWarning | null;
  /** How often it can still be asked for to request admission again. Absent where the recorder cannot, and in calls of before. */
  asksLeft?: number;
  since: number;
};

export type CallState = CallFacts &
  (
    | { status: "scheduled"; startsAt: number }
    /** A bot was ordered and has not spoken yet; with `startedAt` it is one that comes back into the call. */
    | { status: "starting" }
    | { status: "door"; door: LobbyState }
    | { status: "recording" }
    /** The bot was told to leave, or says that it leaves. */
    | { status: "stopping" }
    /** No bot any more; pieces may still be on their way. */
    | { status: "closing"; end: CallEnd }
    /** All sound is told; the file is being completed. */
    | { status: "storing"; end: CallEnd }
    | { status: "over" }
  );
export type CallStatus = CallState["status"];
export type CallStateOf<Status extends CallStatus> = Extract<CallState, { status: Status }>;

export const CALL_STATUSES = [
  "scheduled",
  "starting",
  "door",
  "recording",
  "stopping",
  "closing",
  "storing",
  "over",
] as const satisfies readonly CallStatus[];

/** Why a bot is not there any more, or cannot come. */
export type BotLoss = CallEnd | CallRejection | CallFailure;

export type CallEvent =
  /** It is time. */
  | { type: "due" }
  | { type: "moved"; startsAt: number }
  | { type: "door-seen"; attempt: number; door: LobbyState }
  /** Sound is being recorded by this bot; `startedAt` is where its first began. */
  | { type: "capture-began"; attempt: number; startedAt: number }
  | { type: "warned"; attempt: number; warning: CallWarning | null }
  | { type: "bot-leaving"; attempt: number }
  | { type: "bot-left"; attempt: number; reason: BotLoss }
  /** It fell silent and the recorder knows it no more, or says that it failed by something that may pass. */
  | { type: "bot-lost"; attempt: number; reason: BotLoss }
  /** The recorder takes no order and answers no question, and was asked often enough. */
  | { type: "recorder-refused"; attempt: number; reason: "recorder-missing" | "recorder-unavailable" }
  /** The bot was told to leave the lobby and request admission again. */
  | { type: "asked-again"; attempt: number }
  /** Another call's bot records for this one from now on: as its attempt `next`, and its own bot is not needed. */
  | { type: "bot-lent"; next: number }
  | { type: "stop-asked" }
  /** It was told to leave and has not. */
  | { type: "stop-overdue" }
  /** None of its meetings wants it any more. */
  | { type: "deserted" }
  /** Every piece is there that will come, and every window is told. */
  | { type: "sound-told"; durationMs: number; gaps: { startMs: number; endMs: number }[] }
  | { type: "file-stored"; key: string; version: { sizeBytes: number; etag: string }; durationMs: number }
  /** There is no sound in what came. */
  | { type: "nothing-recorded" };
export type CallEventType = CallEvent["type"];
export type CallEventOf<Type extends CallEventType> = Extract<CallEvent, { type: Type }>;

export const CALL_EVENT_TYPES = [
  "due",
  "moved",
  "door-seen",
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

/** What has to be done, by the outbox. */
export type CallEffect =
  | { type: "start-bot"; attempt: number }
  | { type: "stop-bot"; attempt: number }
  /** The bot says in the chat for whom it records as well. */
  | { type: "announce"; guest: string; text: string }
  /** What the accepted call's bot had recorded before is copied. */
  | { type: "copy-past" }
  | { type: "finish-file" }
  /** Nobody wants what was recorded: the unfinished file and the pieces go. */
  | { type: "discard" }
  /** The file stands: what it was made of goes, and what the call knew of people with it. */
  | { type: "clear" };

export function newCall(startsAt: number, now: number, asksLeft = 0): CallState {
  const facts: CallFacts = { attempt: 0, startedAt: null, restarts: 0, warning: null, since: now };
  return { ...facts, ...(asksLeft > 0 ? { asksLeft } : {}), status: "scheduled", startsAt };
}

/** Whether the bot may be told to request admission again now; `too-soon` where those inside had no time to answer yet. */
export function mayAskAgain(state: CallState, now: number): "yes" | "not-at-door" | "too-soon" | "too-often" {
  if (state.status !== "door" || state.door !== "waiting" || state.startedAt !== null) return "not-at-door";
  if ((state.asksLeft ?? 0) <= 0) return "too-often";
  return now - state.since < CALL_ASK_AGAIN_MS ? "too-soon" : "yes";
}

/** Whether a bot is there or on its way. */
export function isLive(status: CallStatus): boolean {
  return status === "starting" || status === "door" || status === "recording" || status === "stopping";
}

/** Whether somebody who asks for this room now can still be taken along. */
export function isJoinable(status: CallStatus): boolean {
  return status === "scheduled" || status === "starting" || status === "door" || status === "recording";
}

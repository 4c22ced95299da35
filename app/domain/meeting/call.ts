import type { MediaVersion } from "#app/domain/meeting/states.ts";

/** An online call as its meetings hear of it. Pure types and lists; who says what stands in the call object. */

export const CALL_PLATFORMS = ["meet", "teams", "zoom", "jitsi", "local"] as const;
/** `local` is the meeting server of one machine, which production refuses. */
export type CallPlatform = (typeof CALL_PLATFORMS)[number];

/** Why nobody let Acta in, or there was nothing to come to: REJECTED. */
export const CALL_REJECTIONS = ["denied", "not-admitted", "host-absent", "nobody-came", "limit"] as const;
export type CallRejection = (typeof CALL_REJECTIONS)[number];

/** Why a recording did not come about, or got lost: ERROR_RECORDED. */
export const CALL_FAILURES = [
  "bot-wall",
  "captcha",
  "sign-in-required",
  "bad-link",
  "blocked",
  "browser-join-off",
  "join-failed",
  "capture-failed",
  "recorder-missing",
  "recorder-unavailable",
] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

/** Where the bot stands before it records. */
export const LOBBY_STATES = ["connecting", "waiting", "host-absent"] as const;
export type LobbyState = (typeof LOBBY_STATES)[number];

/** What is wrong while it records; it goes on recording. */
export type CallWarning = "silent" | "reconnecting" | "limit-near" | "video-lost";

export const CALL_ENDS = [
  "stopped",
  "stopped-in-call",
  "meeting-ended",
  "removed",
  "left-alone",
  "only-bots",
  "silence",
  "limit",
  "recorder-lost",
] as const;
/** Why the recording ended. */
export type CallEnd = (typeof CALL_ENDS)[number];

/** A person of the call. Without a name nobody is named: `label` is then "Speaker A". */
export type CallPerson = { id: string; name: string | null; label: string; spokenMs: number };

/** A person who asks for the notes of somebody else's call, as that call's owner reads it. */
export type CallRequest = { id: string; name: string; email: string; askedAt: number };
/** A person whose request was accepted: since when, as epoch ms; null where from the recording's beginning. */
export type CallGuest = { name: string; since: number | null };
export const CALL_REQUEST_ANSWERS = ["from-now", "all", "no"] as const;
export type CallRequestAnswer = (typeof CALL_REQUEST_ANSWERS)[number];

/** A stretch of the recording for which there is no sound: the recorder was not there. Ms from the recording's start. */
export type CallGap = { startMs: number; endMs: number };

/**
 * What the call object tells each of its meetings. The same event twice changes nothing: `turn` grows with each, and a meeting
 * keeps the last that it took.
 */
export type PublishedCallEvent = {
  callId: string;
  turn: number;
  at: number;
} /** `asksLeft`: how often the bot can be told to request admission again; absent where it cannot. */ & (
  | { type: "door"; door: LobbyState; asksLeft?: number }
  | { type: "recording"; startedAt: number }
  | { type: "warning"; warning: CallWarning | null }
  | { type: "people"; people: CallPerson[]; count: number | null }
  /** A stretch of sound has landed under `recordings/<id>/audio/<index>.m4a` and can be recognised. */
  | {
      type: "window";
      index: number;
      startMs: number;
      endMs: number;
      /** Where the sound of the file begins, a little before startMs: windows overlap. */
      audioStartMs: number;
      audioEndMs: number;
      /** Where nobody spoke, in ms from audioStartMs; what an engine hears there is invented. */
      silences: { startMs: number; endMs: number }[];
      /** Who spoke when, in ms of the recording, by the platform's own signals. */
      speakers: { label: string; startMs: number; endMs: number; confidence: number }[];
    }
  /** Who waits for an answer of the owner, and who receives the notes too: all of them, each time. */
  | { type: "requests"; requests: CallRequest[]; guests: CallGuest[] }
  /** The person's meetings belong to another call of the room from now on, and ask for it again: it has the earlier part too. */
  | { type: "moved" }
  | { type: "stopping" }
  /** No sound comes any more: the last window has been told. The file follows. */
  | { type: "ended"; end: CallEnd; durationMs: number; gaps: CallGap[] }
  /** The one playable file. */
  | { type: "stored"; key: string; version: MediaVersion; durationMs: number }
  | { type: "rejected"; reason: CallRejection }
  | { type: "failed"; reason: CallFailure }
);
export type PublishedCallEventType = PublishedCallEvent["type"];

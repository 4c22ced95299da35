import type { MediaVersion } from "#app/domain/meeting/states.ts";

/** An online call as its meetings see it. Pure types and lists; the call object decides which events it sends. */

/** Platforms that a bot joins. `local` is a meeting server on the same machine; production refuses it. */
export const BOT_PLATFORMS = ["meet", "teams", "zoom", "jitsi", "local"] as const;
export type BotPlatform = (typeof BOT_PLATFORMS)[number];

/** `here`: no bot and no link, a browser of the person records (domain/here). */
export const CALL_PLATFORMS = [...BOT_PLATFORMS, "here"] as const;
export type CallPlatform = (typeof CALL_PLATFORMS)[number];

/** Reasons for REJECTED: nobody admitted Acta, or there was no meeting to join. */
export const CALL_REJECTIONS = ["denied", "not-admitted", "host-absent", "nobody-came", "limit"] as const;
export type CallRejection = (typeof CALL_REJECTIONS)[number];

/** Reasons for ERROR_RECORDED: a recording did not start, or was lost. */
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

/** State of the bot before it records. */
export const LOBBY_STATES = ["connecting", "waiting", "host-absent"] as const;
export type LobbyState = (typeof LOBBY_STATES)[number];

/** A problem during the recording; the recording goes on. */
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
/** The reason why the recording ended. */
export type CallEnd = (typeof CALL_ENDS)[number];

/** A person in the call. `label` is "Speaker A" when the name is unknown. */
export type CallPerson = { id: string; name: string | null; label: string; spokenMs: number };

/**
 * A person who asks for the notes of another person's call, as shown to that call's owner. `sharesAt`: the owner's event invites the
 * person, who gets the notes from then on unless the owner refuses.
 */
export type CallRequest = { id: string; name: string; email: string; askedAt: number; sharesAt?: number };
/** A person whose request was accepted. `since` is epoch ms; null: from the beginning of the recording. */
export type CallGuest = { name: string; since: number | null };
export const CALL_REQUEST_ANSWERS = ["from-now", "all", "no"] as const;
export type CallRequestAnswer = (typeof CALL_REQUEST_ANSWERS)[number];

/** A part of the recording without sound, because the recorder was not there. Ms from the recording's start. */
export type CallGap = { startMs: number; endMs: number };

/**
 * An event that the call object sends to each of its meetings. An event that arrives twice changes nothing: `turn` grows with
 * each event, and a meeting keeps the last `turn` it applied.
 */
export type PublishedCallEvent = {
  callId: string;
  turn: number;
  at: number;
} /** `asksLeft`: number of times the bot can be told to request admission again; absent when it cannot. */ & (
  | { type: "lobby"; lobbyState: LobbyState; asksLeft?: number }
  | { type: "recording"; startedAt: number }
  | { type: "warning"; warning: CallWarning | null }
  | { type: "people"; people: CallPerson[]; count: number | null }
  /** A window of sound has landed under `recordings/<id>/audio/<index>.m4a` and can be recognised. */
  | {
      type: "window";
      index: number;
      startMs: number;
      endMs: number;
      /** Start of the sound in the file, a little before startMs: windows overlap. */
      audioStartMs: number;
      audioEndMs: number;
      /** Stretches without speech, in ms from audioStartMs. Words that an engine returns there are invented. */
      silences: { startMs: number; endMs: number }[];
      /** Speakers and their times by the platform's own signals, in ms of the recording. */
      speakers: { label: string; startMs: number; endMs: number; confidence: number }[];
      /** Of a person's own microphone: where it only repeats the others, whose words are in a window of theirs. */
      echo?: { startMs: number; endMs: number }[];
    }
  /** Complete lists: people who wait for the owner's answer, and people who receive the notes too. */
  | { type: "requests"; requests: CallRequest[]; guests: CallGuest[] }
  /** The person's meetings move to another call of the room, which has the earlier part too, and ask to join it. */
  | { type: "moved" }
  | { type: "stopping" }
  /** No more sound arrives: the last window was announced. The file follows. */
  | { type: "ended"; end: CallEnd; durationMs: number; gaps: CallGap[] }
  /** The playable file is stored. */
  | { type: "stored"; key: string; version: MediaVersion; durationMs: number }
  | { type: "rejected"; reason: CallRejection }
  | { type: "failed"; reason: CallFailure }
);
export type PublishedCallEventType = PublishedCallEvent["type"];

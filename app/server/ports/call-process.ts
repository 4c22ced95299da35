import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import type { HereFinish, HereMarks } from "#app/contracts/recording/here.ts";
import type { BotEvents, BotReason, BotState, BotStream } from "#app/contracts/recording/recorder.ts";
import type { HereSource, VoiceStream } from "#app/domain/here/here.ts";
import type { CallId, MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { CallPlatform, CallRequestAnswer } from "#app/domain/meeting/call.ts";
import type { MeetingObjectMethods } from "#app/server/ports/meeting-process.ts";

/** A meeting's request to join a call. */
export type CallAsk = {
  meetId: MeetId;
  /** The creator of the meeting. A call belongs to one person, whatever workspace their meetings are in. */
  ownerUserId: string;
  /** First name under which Acta joins, if this is the first of this person's meetings that asks. */
  ownerFirstName: string;
  /** Shown to the owner of another call when this person asks for its notes; null when no provider has verified an address. */
  asker: CallAsker | null;
  language: MeetingLanguage;
  /** Epoch ms; a time in the past means now. */
  startsAt: number;
  /** The address that the browser opens: normalised and allow-listed. */
  url: string;
  platform: CallPlatform;
  roomKey: string;
  /** The bot's time for being let in (domain/call/waiting.ts). */
  waitMinutes?: number;
  /** The person's choice: the bot records no picture. */
  soundOnly?: true;
  /** Used when this is the person's first meeting that asks; else the call already has a recording, which all its meetings share. */
  recordingId?: RecordingId;
  /** A browser of the person records, and no bot is sent. */
  here?: HereSource;
};
/** A person as shown to other people: the full name, and an address that the provider has verified. */
export type CallAsker = { name: string; email: string };
/** `notice`: under which D1 keeps whom the bot's announcement leads to (server/recorder/recorded-notice.ts); null where no bot announces anything. */
export type JoinedCall = { callId: CallId; recordingId: RecordingId; notice: string | null };

/**
 * The calls as a meeting sees them. One object per room keeps all calls there: a call belongs to one person, with a bot of its
 * own, and tells every meeting of that person what happens in it (`PublishedCallEvent`, at least once, in order, by `turn`). Throws
 * UpstreamError where the object does not answer.
 */
export interface CallProcess {
  /** Joins this person's call of the room that is scheduled or live within 30 minutes, or makes one. The same again changes nothing. */
  join(ask: CallAsk): Promise<JoinedCall>;
  /** The meeting gets no more events of the call. The bot leaves with the last meeting. Idempotent. */
  leave(callId: CallId, meetId: MeetId): Promise<void>;
  /**
   * Ends the person's recording, for all of their meetings of the call: the events `stopping` and `ended` follow. Before anything is
   * recorded it is the same as `leave`. False when there is no such call of this meeting, or it has ended already.
   */
  stop(callId: CallId, meetId: MeetId): Promise<boolean>;
  /** Makes the bot request admission again, for all meetings of the call. */
  askAgain(callId: CallId, meetId: MeetId): Promise<AskedAgain>;
  /** The owner answers a person who asks for the call's notes. */
  answerRequest(callId: CallId, meetId: MeetId, answer: RequestAnswer): Promise<RequestAnswered>;
}

export type RequestAnswer = { requestId: string; answer: CallRequestAnswer };
/** `gone`: the asker's or the owner's call has ended, or the asker does not wait any more. The same answer again is `done`. */
export type RequestAnswered = "done" | "gone";

/**
 * `not-in-lobby`: no bot waits in the lobby; `too-soon`, `too-often`: the limits of domain/limits/calls.ts, because hosts and
 * platforms turn away bots that request too often; `unavailable`: the recorder does not answer, and nothing was counted.
 */
export type AskedAgain = "asked" | "not-in-lobby" | "too-soon" | "too-often" | "unavailable";

/** A stream of pieces: of a bot, or of one source of a recording that a browser makes. */
export type PieceStream = BotStream | VoiceStream;
export type CallPiece = { stream: PieceStream; segment: number; seq: number; sha256: string };
/**
 * `conflict`: other bytes are stored under this number. `over`: no more pieces are accepted. `not-yet`: the bot's event about this
 * segment has to arrive first.
 */
export type PieceAnswer = "safe" | "conflict" | "over" | "not-yet";
/** The report in a hosted recorder's webhook; `id` is the same in every repetition of it. */
export type BotSaid = { id: string; botRef: string; state: BotState; reason: BotReason | null; at: number };

/** Receives a recorder's data for a call. The callers are already authenticated. */
export interface CallIngest {
  /** Resolves once the bytes are in the bucket and the object knows them. */
  takePiece(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer>;
  /** Null where the call is over or gone. */
  takeEvents(callId: CallId, said: BotEvents): Promise<{ seq: number; stop: boolean } | null>;
  takeScreenshot(callId: CallId, contentType: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * `repeated`: it was received before, and changed nothing now. `gone`: the call is over, or has another bot. `dismissed`: a bot that the
   * call does not have was told to leave; `not-dismissed`: it could not be told.
   */
  receiveBotReport(
    callId: CallId,
    said: BotSaid,
  ): Promise<"received" | "repeated" | "gone" | "dismissed" | "not-dismissed">;
}

/** State of a recording that a browser makes. Times in ms of the recording, but for `…At`. */
export type HereRecord = {
  source: HereSource;
  status: "ready" | "finishing" | "over";
  tracks: {
    track: HerePiece["track"];
    segments: { segment: number; startMs: number; received: { from: number; to: number }[]; pieces: number | null }[];
    endMs: number;
  }[];
  safeMs: number;
  isPaused: boolean;
  isWaiting: boolean;
  silent: ("microphone" | "tab")[];
  startedAt: number | null;
  lastPieceAt: number | null;
  finishesAt: number | null;
};

/** The recording that a browser makes for a meeting. Access was checked before; null where the meeting has none (yet). */
export interface HereRecorder {
  /** `full`: with this piece the recording would be larger than the limit. Smaller ones may still fit. */
  takeHere(meetId: MeetId, piece: HerePiece, bytes: Uint8Array): Promise<PieceAnswer | "full">;
  markHere(meetId: MeetId, marks: HereMarks["marks"]): Promise<boolean>;
  /** "nothing": nothing was recorded, and nothing is on its way. */
  finishHere(meetId: MeetId, tracks: HereFinish["tracks"]): Promise<"finished" | "nothing" | "unknown">;
  readHere(meetId: MeetId): Promise<HereRecord | null>;
}

/** A call object from outside. A change of link may lead to another room, so it is not one object's method. */
export type CallObjectStub = CallIngest & HereRecorder & Omit<CallProcess, "change">;

/** A meeting object as its call sees it. */
export type CallListenerStub = Pick<MeetingObjectMethods, "onCallEvent">;

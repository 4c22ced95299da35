import type { BotEvents, BotReason, BotState, BotStream } from "#app/contracts/recorder.ts";
import type { CallId, MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { PublishedCallEvent, CallPlatform, CallRequestAnswer } from "#app/domain/meeting/call.ts";

/** A meeting that wants to be in a call. */
export type CallAsk = {
  meetId: MeetId;
  /** Whose meeting it is: a call is one person's. */
  ownerUserId: string;
  /** Under whose name Acta comes, where this is the first of this person's meetings that asks. */
  ownerFirstName: string;
  /** What the owner of another call reads where this person asks for its notes; null where no provider vouches for an address. */
  asker: CallAsker | null;
  language: MeetingLanguage;
  /** Epoch ms; what is past is now. */
  startsAt: number;
  /** What the browser opens: normalised and allow-listed. */
  url: string;
  platform: CallPlatform;
  roomKey: string;
  /** Taken where this is the person's first meeting that asks; else the call has one already, and each of them gets that. */
  recordingId?: RecordingId;
};
/** A person as another one reads of them: the whole name, and an address for which the provider vouched. */
export type CallAsker = { name: string; email: string };
export type JoinedCall = { callId: CallId; recordingId: RecordingId };

/**
 * The calls as a meeting sees them. One object a room keeps everybody's calls there: a call is one person's, with a bot of its
 * own, and tells every meeting of that person what happens in it (`PublishedCallEvent`, at least once, in order, by `turn`). Throws
 * UpstreamError where the object does not answer.
 */
export interface CallProcess {
  /** Joins this person's call of the room that is scheduled or live within 30 minutes, or makes one. The same again changes nothing. */
  join(ask: CallAsk): Promise<JoinedCall>;
  /** Another time or link, until the call is live: the answer names the call that the meeting is in from now on. */
  change(callId: CallId, ask: CallAsk): Promise<JoinedCall>;
  /** The meeting hears no more of the call. The last one takes the bot along. Twice is as good as once. */
  leave(callId: CallId, meetId: MeetId): Promise<void>;
  /**
   * Ends the person's recording, for all of their meetings of the call: the events `stopping` and `ended` follow. Before anything is recorded it is
   * the same as `leave`. False where there is no such call of this meeting, or it has ended already.
   */
  stop(callId: CallId, meetId: MeetId): Promise<boolean>;
  /** Has the bot request admission again, for all meetings of the call. */
  askAgain(callId: CallId, meetId: MeetId): Promise<AskedAgain>;
  /** The owner answers a person who asks for the call's notes. */
  answerRequest(callId: CallId, meetId: MeetId, answer: RequestAnswer): Promise<RequestAnswered>;
}

export type RequestAnswer = { requestId: string; answer: CallRequestAnswer };
/** `gone`: the asker's or the owner's call has ended, or the asker does not wait any more. The same answer again is `done`. */
export type RequestAnswered = "done" | "gone";

/**
 * `not-at-door`: nobody waits there to be let in; `too-soon`, `too-often`: who knocks all the time is turned away;
 * `unavailable`: the recorder does not answer, and nothing was counted.
 */
export type AskedAgain = "asked" | "not-at-door" | "too-soon" | "too-often" | "unavailable";

export type CallPiece = { stream: BotStream; segment: number; seq: number; sha256: string };
/**
 * `conflict`: other bytes stand under this number. `over`: nothing is taken any more. `not-yet`: what the bot says of this
 * segment has to come first.
 */
export type PieceAnswer = "safe" | "conflict" | "over" | "not-yet";
/** What a hosted recorder's webhook says; `id` is the same in every repetition of it. */
export type BotSaid = { id: string; botRef: string; state: BotState; reason: BotReason | null; at: number };

/** What a recorder tells a call. The callers have proved themselves. */
export interface CallIngest {
  /** Answers once the bytes stand in the bucket and the object knows of them. */
  takePiece(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer>;
  /** Null where the call is over or gone. */
  takeEvents(callId: CallId, said: BotEvents): Promise<{ seq: number; stop: boolean } | null>;
  takeScreenshot(callId: CallId, contentType: string, bytes: Uint8Array): Promise<boolean>;
  /** `repeated`: it was heard before, and changed nothing now. `gone`: the call is over, or has another bot. */
  receiveBotReport(callId: CallId, said: BotSaid): Promise<"received" | "repeated" | "gone">;
}

/** A call object from outside. */
export interface CallObjectStub extends CallIngest {
  join(ask: CallAsk): Promise<JoinedCall>;
  leave(callId: CallId, meetId: MeetId): Promise<void>;
  stop(callId: CallId, meetId: MeetId): Promise<boolean>;
  askAgain(callId: CallId, meetId: MeetId): Promise<AskedAgain>;
  answerRequest(callId: CallId, meetId: MeetId, answer: RequestAnswer): Promise<RequestAnswered>;
}

/** A meeting as its call sees it. */
export interface CallListenerStub {
  /**
   * Takes what is told; what it knows already changes nothing. `gone`: it hears no more of this call. `not-yet`: what comes
   * before has not reached it.
   */
  onCallEvent(published: PublishedCallEvent): Promise<"taken" | "gone" | "not-yet">;
}

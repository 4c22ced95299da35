import type { CallId, MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/** A meeting that wants to be in a call. */
export type CallAsk = {
  meetId: MeetId;
  /** Under whose name Acta comes, where this is the first who asks. */
  ownerFirstName: string;
  language: MeetingLanguage;
  /** Epoch ms; what is past is now. */
  startsAt: number;
  /** What the browser opens: normalised and allow-listed. */
  url: string;
  platform: CallPlatform;
  roomKey: string;
  /** Taken where this is the first who asks; else the call has one already, and everybody gets that. */
  recordingId?: RecordingId;
};
export type JoinedCall = { callId: CallId; recordingId: RecordingId };

/**
 * The calls as a meeting sees them. One object a room; it owns the one bot, decides whose asking joins which call, and tells
 * every meeting of a call what happens in it (`CallNews`, at least once, in order, by `turn`). Throws UpstreamError where the
 * object does not answer.
 */
export interface CallProcess {
  /** Joins the call of this room that is scheduled or live within 30 minutes, or makes one. The same again changes nothing. */
  join(ask: CallAsk): Promise<JoinedCall>;
  /** Another time or link, until the call is live: the answer names the call that the meeting is in from now on. */
  change(callId: CallId, ask: CallAsk): Promise<JoinedCall>;
  /** The meeting hears no more of the call. The last one takes the bot along. Twice is as good as once. */
  leave(callId: CallId, meetId: MeetId): Promise<void>;
  /**
   * Ends the recording, for all meetings of the call: news `stopping` and `ended` follow. Before anything is recorded it is
   * the same as `leave`. False where there is no such call of this meeting, or it has ended already.
   */
  stop(callId: CallId, meetId: MeetId): Promise<boolean>;
}

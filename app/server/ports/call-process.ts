import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { CallFailure, CallPlatform } from "#app/domain/meeting/call.ts";
import type { Outcome } from "#app/domain/outcome.ts";

/** Which room it is, and what a browser opens to get there. One call object a room. */
export type CallPlace = { platform: CallPlatform; roomKey: string; url: string };

/** A meeting that wants to be at a call. */
export type CallRequest = {
  meetId: MeetId;
  ownerUserId: string;
  /** The bot is there for somebody, and says so in its name. */
  ownerName: string;
  place: CallPlace;
  startsAt: number;
  language: MeetingLanguage;
};

/** Which call it became: one that others had asked for already, or a new one. The recording is the call's. */
export type CallJoined = { callId: string; recordingId: RecordingId };

/** A meeting as its call knows it. */
export type CallMember = { meetId: MeetId; place: CallPlace };

/**
 * The call objects as a meeting sees them. Everything may be said twice. What happens then is told to the meeting as
 * CallNews, in order, each piece until it is taken.
 */
export interface CallProcess {
  /** Wants to be there now. The same meeting again gets the same call. */
  join(request: CallRequest): Promise<Outcome<CallJoined, CallFailure>>;
  /** Hears no more of it; the bot goes when nobody is left. */
  leave(member: CallMember): Promise<void>;
  /** The bot should leave the call and what was recorded is kept. */
  stop(member: CallMember): Promise<Outcome<null, "not-found">>;
}

import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { Log } from "#app/server/log.ts";
import type { CallListenerStub } from "#app/server/ports/call-process.ts";
import type { CallNotice } from "#app/server/recorder/recorded-notice.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import type { CallMedia } from "#workers/call/media.ts";

/** Everything a call object may do to the world outside its storage; built in workers/compose.ts. */
export type CallDeps = {
  /** Null when none is configured. */
  recorder: Recorder | null;
  store: RecordingStore;
  /** R2 itself: the file of a call is a multipart upload. */
  bucket: Pick<R2Bucket, "createMultipartUpload" | "resumeMultipartUpload" | "head">;
  media: CallMedia;
  /** Sends an event to a meeting; `gone` when the meeting does not exist any more. Throws when it cannot be reached. */
  tell(meetId: MeetId, published: PublishedCallEvent): Promise<"taken" | "gone" | "not-yet">;
  /** The owner of a meeting; null when there is no such meeting. Used only for calls that were stored without their owner. */
  ownerOf(meetId: MeetId): Promise<string | null>;
  /** Counts a request of this person for another person's notes; false when there were too many lately. */
  mayRequest(askerUserId: string): Promise<boolean>;
  /**
   * Whether the asker is entitled to the notes of these meetings of the owner: they may read one already, by their team or by name, or its
   * event, as Google or Microsoft have it, invites the address.
   */
  isInvited(asked: {
    ownerUserId: string;
    askerUserId: string | null;
    meetIds: readonly MeetId[];
    address: string;
  }): Promise<boolean>;
  /** The URL to which a call's bot sends its recording, and the token that authenticates it. */
  sinkOf(callId: CallId, object: string): Promise<{ url: string; token: string }>;
  /** The page for people who are recorded, as the bot of this call announces it. */
  noticeOf(callId: CallId): Promise<CallNotice>;
  /** Makes a notice stand for these meetings too: they joined another call than the one whose bot records them. Idempotent. */
  storeNotice(notice: CallNotice, meetIds: readonly MeetId[]): Promise<void>;
  log: Log;
  now: () => number;
  random: () => number;
};

export function meetingContext(stubOf: (meetId: MeetId) => CallListenerStub) {
  return (meetId: MeetId, published: PublishedCallEvent): Promise<"taken" | "gone" | "not-yet"> =>
    stubOf(meetId).onCallEvent(published);
}

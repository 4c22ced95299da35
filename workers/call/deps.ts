import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { Log } from "#app/server/log.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import type { CallMedia } from "#workers/call/media.ts";

/** Everything a call object may do to the world outside its storage; built in workers/compose.ts. */
export type CallDeps = {
  /** Null where none is configured. */
  recorder: Recorder | null;
  store: RecordingStore;
  /** R2 itself: the file of a call is a multipart upload. */
  bucket: Pick<R2Bucket, "createMultipartUpload" | "resumeMultipartUpload" | "head">;
  media: CallMedia;
  /** Tells a meeting; `gone` where it is not there any more. Throws where it cannot be reached. */
  tell(meetId: MeetId, published: PublishedCallEvent): Promise<"taken" | "gone" | "not-yet">;
  /** Whose meeting it is; null where there is none. Asked only of calls that were stored without their owner. */
  ownerOf(meetId: MeetId): Promise<string | null>;
  /** Counts a request of this person for somebody else's notes; false where there were too many of late. */
  mayRequest(askerUserId: string): Promise<boolean>;
  /** Where the bot of a call sends what it records, and what proves it. */
  sinkOf(callId: CallId, object: string): Promise<{ url: string; token: string }>;
  /** Whether the recorder may film; the sound is recorded in any case. */
  video: boolean;
  log: Log;
  now: () => number;
  random: () => number;
};

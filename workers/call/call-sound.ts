import type { CallEventOf } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { CallRow } from "#workers/call/store-calls.ts";

/** Makes windows from the pieces of a call while it runs, and one file at its end. */
export interface CallSound {
  /** Joins and cuts the pieces that have arrived; called after every piece, and cheap when there is nothing to do. */
  advance(callId: CallId): Promise<void>;
  /** No more pieces arrive: publishes the last window and the end of the sound. */
  end(callId: CallId): Promise<void>;
  /** The rest of the file. */
  finishFile(call: CallRow): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">>;
  /** Discards a file that is not wanted. Idempotent. */
  discardFile(call: CallRow): Promise<void>;
}

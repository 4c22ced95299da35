import type { CallEventOf } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { CallRow } from "#workers/call/store-calls.ts";

/** What becomes of the pieces of a call: windows while it runs, one file at its end. */
export interface CallSound {
  /** Joins and cuts what has come; called after every piece, and cheap where there is nothing to do. */
  advance(callId: CallId): Promise<void>;
  /** No piece comes any more: the last window is told, and the call says so. */
  end(callId: CallId): Promise<void>;
  /** The rest of the file. */
  finishFile(call: CallRow): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">>;
  /** The file was not wanted. Twice is as good as once. */
  discardFile(call: CallRow): Promise<void>;
}

import type { CallId } from "#app/domain/ids.ts";
import { HERE_BYTES_MAX } from "#app/domain/limits/here.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";

/**
 * The size of a browser's recording, in bytes: all pieces that were stored. A running sum, because adding up the rows for each piece would
 * read thousands of them every few seconds. A piece that is sent twice at the same moment may count twice.
 */

/** The sum's name beside the call's other progress; it goes with the call. */
const SIZE = "here-bytes";

/** Whether a new piece fits. Pieces that arrive at the same moment are judged one by one, so that a few may go beyond the limit. */
export function hasRoomFor(sql: SqlStorage, callId: CallId, bytes: number): boolean {
  return storedBytes(sql, callId) + bytes <= HERE_BYTES_MAX;
}

/** Counts a piece that was stored. */
export function addSize(sql: SqlStorage, callId: CallId, bytes: number): void {
  saveProgress(sql, callId, SIZE, storedBytes(sql, callId) + bytes);
}

function storedBytes(sql: SqlStorage, callId: CallId): number {
  return readProgress<number>(sql, callId, SIZE) ?? 0;
}

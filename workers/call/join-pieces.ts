import type { CallEventOf } from "#app/domain/call/call-state.ts";
import type { CallId, RecordingId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import { type JoinState, NOTHING_JOINED, stateAfter, type CallSegment } from "#app/media/pieces/append-piece.ts";
import { decodePieceIndex } from "#app/media/pieces/piece-index.ts";
import type { CallStream, SegmentHeader } from "#app/media/pieces/segment-header.ts";
import { faultOf } from "#app/server/log.ts";
import type { PieceStream } from "#app/server/ports/call-process.ts";
import { callPieceKey, newCallFileKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import type { CallRow } from "#workers/call/call-rows.ts";
import {
  indexedPieces,
  joinedFrom,
  mediaIndices,
  noteJoined,
  type PieceAt,
  type PieceSpan,
  readProgress,
  saveProgress,
  unjoinedPieces,
} from "#workers/call/store-joined.ts";
import { segmentsOf } from "#workers/call/store-sound.ts";
import { takeBack } from "#workers/call/take-events.ts";

/**
 * The rolling file. The media of every piece goes behind that of the pieces before; each time 5 MiB of it are together they
 * become a part of a multipart upload, so that the end has little left to do. Part 1 is the head and is stored last, when
 * it is known. Everything that is not in R2 as a part can be made again from the pieces, which stay until the file stands.
 */

/** The unfinished upload, and how many bytes of media are in its parts. */
type FileProgress = {
  key: string;
  uploadId: string | null;
  parts: { partNumber: number; etag: string }[];
  storedBytes: number;
  durationMs: number | null;
};
/** Media that is in no part yet, from the byte `start` on. */
type Tail = { start: number; chunks: Uint8Array[]; bytes: number; state: JoinState };
const FILE = "file";

export class PieceJoiner {
  readonly #deps: CallDeps;
  readonly #sql: SqlStorage;
  readonly #headers = new Map<string, SegmentHeader | null>();
  readonly #tails = new Map<CallId, Tail>();

  constructor(deps: CallDeps, sql: SqlStorage) {
    this.#deps = deps;
    this.#sql = sql;
  }

  async bytesOf(recordingId: RecordingId, piece: PieceAt): Promise<Uint8Array> {
    const bytes = await this.#deps.store.getBytes(callPieceKey(recordingId, piece));
    // A piece is acknowledged only after the bucket has stored it.
    invariant(bytes !== null, "a piece that was taken is in the bucket");
    return bytes;
  }

  /** The header of a segment, read from its first piece; null when the segment cannot be used. */
  async headerOf({ callId, recordingId }: CallRow, piece: Omit<PieceAt, "seq">): Promise<SegmentHeader | null> {
    const name = `${callId}/${piece.stream}-${piece.segment}`;
    const known = this.#headers.get(name);
    if (known !== undefined) return known;
    const header = await this.#deps.media.header(await this.bytesOf(recordingId, { ...piece, seq: 0 }));
    this.#headers.set(name, header);
    return header;
  }

  async #segmentOf(call: CallRow, piece: Omit<PieceAt, "seq">): Promise<CallSegment | null> {
    const { stream, segment } = piece;
    const row = segmentsOf(this.#sql, call.callId).find((one) => one.stream === stream && one.segment === segment);
    const header = row ? await this.headerOf(call, piece) : null;
    if (!row || !header) return null;
    return { stream: isOfFile(stream) ? stream : "mix", segment, startedAt: row.startedAt, header };
  }

  async #joinOne(call: CallRow, piece: PieceAt): Promise<void> {
    const segment = await this.#segmentOf(call, piece);
    const tail = await this.#tailOf(call);
    const mediaStart = tail.state.mediaBytes;
    if (segment === null) {
      noteJoined(this.#sql, call.callId, { ...piece, mediaStart, mediaBytes: 0, index: null, span: null });
      return;
    }
    const bytes = await this.bytesOf(call.recordingId, piece);
    const { media, index, damaged, state } = this.#deps.media.append(tail.state, {
      segment,
      seq: piece.seq,
      piece: bytes,
    });
    if (damaged) this.#deps.log("call.piece.damaged", { callId: call.callId, stream: piece.stream, seq: piece.seq });
    const span = spanOf(index, segment.header);
    // A voice that is recorded apart is in the mix already: only its times are kept, for its windows.
    if (!isOfFile(piece.stream)) {
      noteJoined(this.#sql, call.callId, { ...piece, mediaStart, mediaBytes: 0, index: null, span });
      return;
    }
    noteJoined(this.#sql, call.callId, { ...piece, mediaStart, mediaBytes: media.byteLength, index, span });
    tail.state = state;
    if (media.byteLength === 0) return;
    tail.chunks.push(media);
    tail.bytes += media.byteLength;
  }

  /** The tail; rebuilt from the pieces if they arrived before the object was restarted. */
  async #tailOf(call: CallRow): Promise<Tail> {
    const known = this.#tails.get(call.callId);
    if (known) return known;
    const start = readProgress<FileProgress>(this.#sql, call.callId, FILE)?.storedBytes ?? 0;
    const tail: Tail = { start, chunks: [], bytes: 0, state: NOTHING_JOINED };
    for (const piece of indexedPieces(this.#sql, call.callId)) {
      if (piece.mediaBytes > 0 && piece.mediaStart + piece.mediaBytes > start) {
        const segment = await this.#segmentOf(call, piece);
        invariant(segment !== null, "a piece that was joined has a segment");
        const bytes = await this.bytesOf(call.recordingId, piece);
        const { media } = this.#deps.media.append(tail.state, { segment, seq: piece.seq, piece: bytes });
        const chunk = media.subarray(Math.max(0, start - piece.mediaStart));
        tail.chunks.push(chunk);
        tail.bytes += chunk.byteLength;
      }
      tail.state = stateAfter(tail.state, piece.index);
    }
    this.#tails.set(call.callId, tail);
    return tail;
  }

  async #progressOf(call: CallRow): Promise<FileProgress & { uploadId: string }> {
    const known = readProgress<FileProgress>(this.#sql, call.callId, FILE);
    if (known?.uploadId) return { ...known, uploadId: known.uploadId };
    const key = newCallFileKey(call.recordingId);
    const { uploadId } = await this.#deps.bucket.createMultipartUpload(key, {
      httpMetadata: { contentType: "video/mp4" },
    });
    const progress = { key, uploadId, parts: [], storedBytes: 0, durationMs: null };
    saveProgress(this.#sql, call.callId, FILE, progress);
    return progress;
  }

  /** Stores full parts; the same part always has the same bytes. */
  async #storeParts(call: CallRow, tail: Tail): Promise<void> {
    while (tail.bytes >= CALL_PART_BYTES) {
      const progress = await this.#progressOf(call);
      const whole = joinBytes(tail.chunks);
      const partNumber = 2 + progress.storedBytes / CALL_PART_BYTES;
      const upload = this.#deps.bucket.resumeMultipartUpload(progress.key, progress.uploadId);
      const { etag } = await upload.uploadPart(partNumber, whole.subarray(0, CALL_PART_BYTES));
      progress.parts.push({ partNumber, etag });
      progress.storedBytes += CALL_PART_BYTES;
      saveProgress(this.#sql, call.callId, FILE, progress);
      const rest = whole.slice(CALL_PART_BYTES);
      Object.assign(tail, { start: progress.storedBytes, chunks: [rest], bytes: rest.byteLength });
    }
  }

  /** Joins the pieces that have arrived. */
  async join(call: CallRow, ended = false): Promise<void> {
    for (;;) {
      const pieces = unjoinedPieces(this.#sql, call.callId, ended);
      if (pieces.length === 0) return;
      for (const piece of pieces) {
        await this.#joinOne(call, piece);
        await this.#storeParts(call, await this.#tailOf(call));
      }
    }
  }

  /** The rest of the file. Killed anywhere, it is done again with the same outcome. */
  async finish(call: CallRow): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">> {
    await this.join(call, true);
    const before = readProgress<FileProgress>(this.#sql, call.callId, FILE);
    if (before !== null && before.durationMs !== null) {
      const stored = await this.#deps.bucket.head(before.key);
      if (stored) return storedEvent(before.key, stored, before.durationMs);
    }
    await this.#mend(call);
    return this.#complete(call, readProgress<FileProgress>(this.#sql, call.callId, FILE));
  }

  /** Late pieces are at a place where they are not played: from there on the file is joined again, in order. */
  async #mend(call: CallRow): Promise<void> {
    const { callId } = call;
    for (;;) {
      const taken = takeBack(this.#sql, callId, FILE);
      if (taken === null) return;
      this.#tails.delete(callId);
      this.#deps.log("call.file.joined-again", { callId, fromBytes: taken.fromBytes });
      await this.join(call, true);
    }
  }

  async #complete(
    call: CallRow,
    before: FileProgress | null,
  ): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">> {
    const segments = [];
    for (const { stream: named, ...rest } of segmentsOf(this.#sql, call.callId)) {
      if (!isOfFile(named)) continue;
      const segment = { ...rest, stream: named };
      const hasFirst = joinedFrom(this.#sql, call.callId, -1).some(
        ({ stream, segment: number }) => stream === segment.stream && number === segment.segment,
      );
      const header = hasFirst ? await this.headerOf(call, segment) : null;
      if (header !== null) segments.push({ ...segment, header });
    }
    const inParts = (before?.parts.length ?? 0) > 0;
    const headBytes = inParts ? CALL_PART_BYTES : null;
    const finished = this.#deps.media.finish({ segments, indices: mediaIndices(this.#sql, call.callId), headBytes });
    if (finished === null) return { type: "nothing-recorded" };
    const tail = await this.#tailOf(call);
    const rest = joinBytes([...tail.chunks, finished.tail]);
    const { durationMs, misplacedMs } = finished;
    if (misplacedMs > 0) this.#deps.log("call.file.misplaced", { callId: call.callId, misplacedMs });
    if (!inParts) {
      // Parts that were stored before the file was joined again, and shorter, are of no use.
      if (before?.uploadId) await this.#giveUp(call, { key: before.key, uploadId: before.uploadId });
      const key = before?.key ?? newCallFileKey(call.recordingId);
      saveProgress(this.#sql, call.callId, FILE, { key, uploadId: null, parts: [], storedBytes: 0, durationMs });
      const stored = await this.#deps.store.put(key, joinBytes([finished.head, rest]), "video/mp4");
      this.#tails.delete(call.callId);
      return storedEvent(key, stored, durationMs);
    }
    const progress = await this.#progressOf(call);
    const upload = this.#deps.bucket.resumeMultipartUpload(progress.key, progress.uploadId);
    const parts = [await upload.uploadPart(1, finished.head), ...progress.parts];
    for (let at = 0; at < rest.byteLength; at += CALL_PART_BYTES) {
      const partNumber = parts.length + 1;
      parts.push(await upload.uploadPart(partNumber, rest.subarray(at, at + CALL_PART_BYTES)));
    }
    saveProgress(this.#sql, call.callId, FILE, { ...progress, durationMs });
    const stored = await upload.complete(parts);
    this.#tails.delete(call.callId);
    return storedEvent(progress.key, stored, durationMs);
  }

  /** Aborts a multipart upload; one that is complete or already gone cannot be aborted. */
  async #giveUp({ callId }: CallRow, { key, uploadId }: { key: string; uploadId: string }): Promise<void> {
    await this.#deps.bucket
      .resumeMultipartUpload(key, uploadId)
      .abort()
      .catch((error: unknown) => this.#deps.log("call.file.not-aborted", { callId, error: faultOf(error) }));
  }

  /** Removes the file and its unfinished upload. */
  async discard(call: CallRow): Promise<void> {
    this.#tails.delete(call.callId);
    const progress = readProgress<FileProgress>(this.#sql, call.callId, FILE);
    if (progress === null) return;
    if (progress.uploadId !== null) {
      await this.#giveUp(call, { key: progress.key, uploadId: progress.uploadId });
    }
    await this.#deps.store.remove(progress.key);
  }
}

function isOfFile(stream: PieceStream): stream is CallStream {
  return stream === "mix" || stream === "tab";
}

function storedEvent(key: string, stored: { size: number; etag: string }, durationMs: number) {
  const version = { sizeBytes: stored.size, etag: stored.etag };
  return { type: "file-stored" as const, key, version, durationMs };
}

/** Start and end of a piece's sound (or picture), in ms of its segment; null when it holds nothing. */
function spanOf(index: Uint8Array, { sound, picture }: SegmentHeader): PieceSpan | null {
  let startMs = Number.POSITIVE_INFINITY;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const { track, time, length } of decodePieceIndex(index).runs) {
    const timescale = track === "sound" ? sound?.timescale : sound === null ? picture?.timescale : undefined;
    if (timescale === undefined || time === null) continue;
    startMs = Math.min(startMs, (time * 1000) / timescale);
    endMs = Math.max(endMs, ((time + length) * 1000) / timescale);
  }
  return startMs < endMs ? { startMs, endMs } : null;
}
